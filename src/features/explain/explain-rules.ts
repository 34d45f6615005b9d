/** Which rules acted on an entry. */
import type { Output } from '../../contract/calls.ts'
import { actionTitle } from '../rules/use-action-title.ts'
import { describeResult } from '../rules/describe-result.ts'
import type { Sentence } from './sentence.ts'

type RuleAct = Output<'actions.acts'>['data'][number]

/** @param translate i18n keys of the app, e.g. of what a rule does */
export function ruleSentences(
  acts: readonly RuleAct[],
  translate: (key: string, values?: Readonly<Record<string, string | number>>) => string,
  hidesAi: boolean,
): readonly Sentence[] {
  if (acts.length === 0) return [{ key: 'rules.none' }]
  return acts.map(({ name, position, cause, result, at }): Sentence => {
    const languageName = (code: string) => translate(`lang:languages.${code}`)
    const pluginName = (id: string) => translate(`${id}:name`, { defaultValue: id })
    const names = {
      plugin: pluginName,
      action: (action: string) => actionTitle(action, translate, pluginName),
    }
    const did = describeResult(result, languageName, names, hidesAi)
      .map(({ key, values }) => translate(key, values))
      .join(', ')
    return {
      key: name ? 'rules.acted' : 'rules.unnamedActed',
      values: { name, did, cause: translate(`rules.acts.causes.${cause}`), actedAt: at },
      ...(position !== null && {
        link: { to: 'screen', path: `/action?rule=${position}`, label: 'openRule' },
      }),
    }
  })
}
