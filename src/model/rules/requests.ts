/** What commands need of the rules, without loading them. */
import { createEvent, createStore } from 'effector'

/** The rule is named by its position. */
export type RuleChange = {
  readonly change: 'toggle' | 'move-up' | 'move-down' | 'delete'
  readonly position: number
}
export const ruleChangeRequested = createEvent<RuleChange>()
/** Downloads all rules as a file. */
export const rulesExportRequested = createEvent()

export const ruleNamesReceived = createEvent<readonly string[]>()
/** Names of the rules in their order; empty until the rules are loaded. */
export const $ruleNames = createStore<readonly string[]>([], { serialize: 'ignore' }).on(
  ruleNamesReceived,
  (_, names) => names,
)
