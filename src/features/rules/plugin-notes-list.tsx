import type { Rule } from '../../contract/actions.ts'
import { useTranslation } from '../../ui/index.ts'
import { pluginNotes } from './plugin-notes.ts'
import { usePluginName, type RuleProviders } from './use-rule-providers.ts'

type PluginNotesListProps = {
  readonly rule: Pick<Rule, 'condition' | 'result'>
  /** null: not known yet. */
  readonly providers: RuleProviders | null
}

/** Why a rule does not do all that it says: a plugin is off, not there, or failed. */
export function PluginNotesList({ rule, providers }: PluginNotesListProps) {
  const { t } = useTranslation(['app'])
  const pluginName = usePluginName()
  const notes = providers === null || rule.result.disabled === true ? [] : pluginNotes(rule, providers)
  if (notes.length === 0) return null
  return (
    <div className="rule-notes">
      {notes.map(({ key, values }) => (
        <p key={`${key} ${values.plugin}`}>{t(key, { ...values, plugin: pluginName(values.plugin) })}</p>
      ))}
    </div>
  )
}
