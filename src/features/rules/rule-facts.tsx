import type { Output } from '../../contract/calls.ts'
import { useTranslation } from '../../ui/index.ts'
import { unknownNote } from './plugin-notes.ts'
import { usePluginName } from './use-rule-providers.ts'

type DryRun = Output<'actions.dryRun'>['data']
/** What one rule would touch. */
export type RuleReport = DryRun['rules'][number]

type RuleFactsProps = {
  readonly report: RuleReport
  /** The name of the rule at a position. */
  readonly nameOf: (position: number) => string
}

/** Of the entries that a rule would touch: what was done with them already. Nothing where there are none. */
export function RuleFacts({ report, nameOf }: RuleFactsProps) {
  const { t } = useTranslation(['app'])
  if (report.count === 0) return null
  return (
    <ul className="dry-run-facts">
      <li>{t('rules.past.opened', { count: report.opened })}</li>
      <li>{t('rules.past.starred', { count: report.starred })}</li>
      {report.applied > 0 && <li>{t('rules.past.applied', { count: report.applied })}</li>}
      {report.caught.map(({ position, count }) => (
        <li key={position}>{t('rules.past.caught', { count, name: nameOf(position) })}</li>
      ))}
    </ul>
  )
}

/** Conditions of plugins that hold for no entry, because they are not known. */
export function UnknownConditions({ unknown }: Pick<DryRun, 'unknown'>) {
  const { t } = useTranslation(['app'])
  const pluginName = usePluginName()
  if (unknown.length === 0) return null
  return (
    <div className="rule-notes">
      {unknown.map(unknownNote).map(({ key, values }, at) => (
        <p key={at}>{t(key, { ...values, plugin: pluginName(values.plugin) })}</p>
      ))}
    </div>
  )
}
