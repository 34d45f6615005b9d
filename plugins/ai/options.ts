/** What the user has set, for one entry or for all. */
import type { EntryHead, View } from '../../src/plugin-api/client.ts'
import type { AiLanguage } from './wire.ts'

export type Engine = 'server' | 'browser'
export type Options = {
  readonly engine: Engine
  readonly summary: boolean
  readonly translation: boolean
  readonly mode: 'bilingual' | 'translation-only'
  /** Of summaries and translations. */
  readonly language: AiLanguage
}

const languages: readonly string[] = ['en', 'ja', 'zh-CN', 'zh-TW'] satisfies AiLanguage[]
const isLanguage = (value: unknown): value is AiLanguage => languages.includes(value as string)

/** @param language of the interface, for `actionLanguage: default` */
export function optionsOf(settings: Readonly<Record<string, unknown>>, language: string): Options {
  const { engine, summary, translation, translationMode, actionLanguage } = settings
  const spoken = isLanguage(language) ? language : 'en'
  return {
    engine: engine === 'browser' ? 'browser' : 'server',
    summary: summary === true,
    translation: translation === true,
    mode: translationMode === 'translation-only' ? 'translation-only' : 'bilingual',
    language: isLanguage(actionLanguage) ? actionLanguage : spoken,
  }
}

/** Short posts and videos are neither summarised nor translated by the setting, and have no buttons for it (client-facts 6). */
export const hasLongTexts = (view: View): boolean => view !== 1 && view !== 3

/** Whether an entry has a summary without being told: by the setting, or by a rule. */
export const isSummarised = (options: Options, entry: EntryHead, view: View): boolean =>
  (options.summary && hasLongTexts(view)) || entry.settings?.summary === true

/** The same for a translation. */
export const isTranslated = (options: Options, entry: EntryHead, view: View): boolean =>
  (options.translation && hasLongTexts(view)) || Boolean(entry.settings?.translation)

/** A rule may name another language than the settings. */
export const languageFor = (options: Options, entry: EntryHead): AiLanguage => {
  const ofRule = entry.settings?.translation
  return isLanguage(ofRule) ? ofRule : options.language
}
