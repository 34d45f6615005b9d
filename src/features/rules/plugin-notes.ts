/** What a rule cannot do by plugins, and why. */
import type { Rule } from '../../contract/actions.ts'
import { refusalSentence } from '../error-message/index.ts'
import type { RuleProviders } from './use-rule-providers.ts'

/** A key of `app` with its values; `plugin` among them is the plugin's id. */
export type PluginNote = {
  readonly key: string
  readonly values: { readonly plugin: string; readonly reason?: string }
}

export function pluginNotes(
  { result }: Pick<Rule, 'result'>,
  providers: RuleProviders,
): readonly PluginNote[] {
  return (result.saves ?? []).flatMap((plugin): readonly PluginNote[] => {
    const provider = providers.get(plugin)
    if (!provider?.saves) return [{ key: 'rules.plugins.saveMissing', values: { plugin } }]
    if (!provider.isOn) return [{ key: 'rules.plugins.saveOff', values: { plugin } }]
    if (provider.saveProblem === null) return []
    const reason = refusalSentence(plugin, provider.saveProblem)
    return [{ key: 'rules.plugins.saveFailed', values: { plugin, reason } }]
  })
}
