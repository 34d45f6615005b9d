import type { CommandArgs } from '../../core/index.ts'

/** One sentence of an explanation. */
export type Sentence = {
  /** Key below `app:explain`. */
  readonly key: string
  /** Times are ms since 1970 or ISO text and are formatted by the dialog: those whose name ends with `At`. */
  readonly values?: Readonly<Record<string, string | number>>
  readonly tone?: 'danger'
  /** What leads to the thing that the sentence names. */
  readonly link?: SentenceLink
}
export type SentenceLink =
  | { readonly to: 'screen'; readonly path: string; readonly label: string }
  | {
      readonly to: 'command'
      readonly id: string
      readonly args?: CommandArgs
      readonly label: string
    }

export type Section = { readonly title: string; readonly sentences: readonly Sentence[] }

/** A link to a setting. */
export const settingLink = (page: string, name: string): SentenceLink => ({
  to: 'screen',
  path: `/settings/${page}#${name}`,
  label: 'openSetting',
})
