/** What a rule does, as keys of the translations. */
import type { ActionResult } from '../../contract/shapes.ts'

/** The results that are on or off, in the order of the form. */
export const switchResults = [
  'star',
  'silence',
  'block',
  'newEntryNotification',
  'summary',
  'readability',
  'sourceContent',
] as const

type ResultText = { readonly key: string; readonly values?: Readonly<Record<string, string | number>> }

/**
 * @param languageName of a language's code
 * @param names.plugin of a plugin's id
 * @param names.action of an action of a plugin
 * @param hidesAi leaves out what language models do
 */
export function describeResult(
  result: ActionResult,
  languageName: (code: string) => string,
  names: { readonly plugin: (id: string) => string; readonly action: (action: string) => string },
  hidesAi: boolean,
): readonly ResultText[] {
  const { rewriteRules = [], webhooks = [], saves = [], pluginActions = [] } = result
  const labels = (result.labels ?? []).filter(Boolean)
  const translation = hidesAi ? false : result.translation
  return [
    ...switchResults
      .filter((name) => result[name] === true && !(hidesAi && name === 'summary'))
      .map((name) => ({ key: `rules.results.${name}` })),
    ...(translation === true ? [{ key: 'rules.results.translation' }] : []),
    ...(typeof translation === 'string'
      ? [{ key: 'rules.results.translationTo', values: { language: languageName(translation) } }]
      : []),
    ...(labels.length > 0
      ? [{ key: 'rules.results.labels', values: { names: labels.join(', '), count: labels.length } }]
      : []),
    ...(rewriteRules.length > 0
      ? [{ key: 'rules.results.rewrites', values: { count: rewriteRules.length } }]
      : []),
    ...(webhooks.length > 0 ? [{ key: 'rules.results.webhooks', values: { count: webhooks.length } }] : []),
    ...(saves.length > 0
      ? [{ key: 'rules.results.saves', values: { names: saves.map(names.plugin).join(', ') } }]
      : []),
    ...(pluginActions.length > 0
      ? [
          {
            key: 'rules.results.pluginActions',
            values: { names: pluginActions.map(names.action).join(', ') },
          },
        ]
      : []),
  ]
}
