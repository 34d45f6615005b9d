import type { PluginRuleResult } from '../../../plugin-api/client.ts'
import type { BuiltInKind } from './kind.ts'

export const ruleResult: BuiltInKind<PluginRuleResult> = { add: (name) => ({ ruleResults: [name] }) }
