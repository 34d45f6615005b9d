/** What a rule cannot do by plugins, and why. */
import type { Rule } from '../../contract/actions.ts'
import { pluginActionOf, pluginPartOf } from '../../contract/rule-conditions.ts'
import { groupsOfRule } from '../../model/rules/edit-rules.ts'
import { refusalSentence, type PluginRefusalText } from '../shared/error-message/index.ts'
import type { RuleProviders } from './use-rule-providers.ts'

type PluginParts = Pick<Rule, 'condition' | 'result'>
type UnknownCondition = { readonly plugin: string; readonly words: PluginRefusalText }

/** A key of `app` with its values; `plugin` among them is the plugin's id. */
export type PluginNote = {
  readonly key: string
  readonly values: { readonly plugin: string; readonly reason?: string }
}

export const pluginNotes = (rule: PluginParts, providers: RuleProviders): readonly PluginNote[] => [
  ...conditionNotes(rule, providers),
  ...saveNotes(rule, providers),
  ...actionNotes(rule, providers),
]

/** Each condition once: it does not hold, neither way. */
function conditionNotes(rule: PluginParts, providers: RuleProviders): readonly PluginNote[] {
  const fields = new Set(groupsOfRule(rule).flatMap((group) => group.map(({ field }) => field)))
  return [...fields].flatMap((field): readonly PluginNote[] => {
    const condition = pluginPartOf(field)
    if (!condition) return []
    const { plugin, name } = condition
    const provider = providers.get(plugin)
    const found = provider?.conditions[name]
    if (!provider || !found) return [{ key: 'rules.plugins.conditionMissing', values: { plugin } }]
    if (!provider.isOn) return [{ key: 'rules.plugins.conditionOff', values: { plugin } }]
    if (found.problem === null) return []
    return [unknownNote({ plugin, words: found.problem })]
  })
}

/** Why a condition of a plugin was not known. */
export const unknownNote = ({ plugin, words }: UnknownCondition): PluginNote => ({
  key: 'rules.plugins.conditionUnknown',
  values: { plugin, reason: refusalSentence(plugin, words) },
})

function saveNotes({ result }: PluginParts, providers: RuleProviders): readonly PluginNote[] {
  return (result.saves ?? []).flatMap((plugin): readonly PluginNote[] => {
    const provider = providers.get(plugin)
    if (!provider?.saves) return [{ key: 'rules.plugins.saveMissing', values: { plugin } }]
    if (!provider.isOn) return [{ key: 'rules.plugins.saveOff', values: { plugin } }]
    if (provider.saveProblem === null) return []
    const reason = refusalSentence(plugin, provider.saveProblem)
    return [{ key: 'rules.plugins.saveFailed', values: { plugin, reason } }]
  })
}

function actionNotes({ result }: PluginParts, providers: RuleProviders): readonly PluginNote[] {
  return (result.pluginActions ?? []).flatMap((one): readonly PluginNote[] => {
    const { plugin, name } = pluginActionOf(one) ?? { plugin: one, name: '' }
    const provider = providers.get(plugin)
    const action = provider?.actions[name]
    if (!action) return [{ key: 'rules.plugins.actionMissing', values: { plugin } }]
    if (!provider?.isOn) return [{ key: 'rules.plugins.actionOff', values: { plugin } }]
    if (action.problem === null) return []
    const reason = refusalSentence(plugin, action.problem)
    return [{ key: 'rules.plugins.actionFailed', values: { plugin, reason } }]
  })
}
