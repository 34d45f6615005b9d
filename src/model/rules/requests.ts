/** Events and state of the rules for commands, without loading the rules. */
import { createEvent, createStore } from 'effector'
import { context } from '../app/registry.ts'

/** The rule is named by its position. */
export type RuleChange = {
  readonly change: 'toggle' | 'move-up' | 'move-down' | 'delete'
  readonly position: number
}
export const ruleChangeRequested = createEvent<RuleChange>()
/** Downloads all rules as a file. */
export const rulesExportRequested = createEvent()

/** Loads the rules once. */
export const rulesNeeded = createEvent()
export const ruleNamesReceived = createEvent<readonly string[]>()
/** Names of the rules in their order; null until the rules are loaded. */
export const $ruleNames = createStore<readonly string[] | null>(null, { serialize: 'ignore' }).on(
  ruleNamesReceived,
  (_, names) => names,
)
context.provide({ source: $ruleNames, keys: (names) => ({ noRules: names?.length === 0 }) })
