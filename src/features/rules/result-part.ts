import type { Rule } from '../../contract/actions.ts'
import type { RuleProviders } from './use-rule-providers.ts'

/** What a part of the form gets that depends on plugins. */
export type ResultPartProps = {
  readonly result: Rule['result']
  /** null: not known yet. */
  readonly providers: RuleProviders | null
  readonly onChange: (result: Rule['result']) => void
}
