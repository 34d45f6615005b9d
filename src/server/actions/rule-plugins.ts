/** The rules' interface to the plugins of their user. */
import type { PluginText } from '../../plugin-api/manifest.ts'
import type { RuleInput } from './rule-input.ts'

/** The result. `isTransient`: another attempt may succeed, and does nothing twice; not where `mayHaveHappened`. */
export type PluginOutcome<T> =
  | { readonly ok: true; readonly output: T }
  | {
      readonly ok: false
      readonly words: PluginText
      readonly isTransient: boolean
      readonly mayHaveHappened: boolean
    }

export type RulePlugins = {
  /** Saves an entry by the plugin's own call, unless the user has saved it there already. */
  readonly save: (target: {
    readonly userId: string
    readonly plugin: string
    readonly entryId: string
    readonly signal: AbortSignal
  }) => Promise<PluginOutcome<null>>
  /** Does one of a plugin's actions with an entry. @param target.value as the rule has it; null: nothing was entered */
  readonly act: (target: {
    readonly userId: string
    readonly plugin: string
    readonly name: string
    readonly value: string | null
    readonly entryId: string
    readonly signal: AbortSignal
  }) => Promise<PluginOutcome<null>>
  /** Whether a plugin's condition holds for each of some entries. @param question.value as the rule has it */
  readonly evaluate: (question: {
    readonly userId: string
    readonly plugin: string
    readonly name: string
    readonly value: string
    readonly entries: readonly RuleInput[]
  }) => Promise<PluginOutcome<readonly boolean[]>>
}

const missing = async () =>
  ({
    ok: false,
    words: { key: 'plugin.missing' },
    isTransient: false,
    mayHaveHappened: false,
  }) as const

/** Without plugins. */
export const noRulePlugins: RulePlugins = { save: missing, act: missing, evaluate: missing }

/** Rules are created before the plugin host, which provides these when it starts. */
export type RulePluginsHolder = RulePlugins & { readonly provide: (plugins: RulePlugins) => void }

export function createRulePlugins(): RulePluginsHolder {
  let current = noRulePlugins
  return {
    provide: (plugins) => {
      current = plugins
    },
    save: (target) => current.save(target),
    act: (target) => current.act(target),
    evaluate: (question) => current.evaluate(question),
  }
}
