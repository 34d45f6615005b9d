import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useId } from 'react'
import type { Rule } from '../../contract/actions.ts'
import { $services } from '../../model/services.ts'
import { Button, Notice, useTranslation, Select } from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'
import { EntryLinks } from './entry-links.tsx'
import { RuleFacts, UnknownConditions, type RuleReport } from './rule-facts.tsx'
import { useResultDescription } from './use-result-description.ts'

const DAYS = [7, 30, 90, 365] as const

type DaysSelectProps = { readonly days: number; readonly onChange: (days: number) => void }

/** The window of the past that rules are tried on. */
export function DaysSelect({ days, onChange }: DaysSelectProps) {
  const { t } = useTranslation(['app'])
  return (
    <Select
      label={t('rules.past.days')}
      hideLabel
      value={String(days)}
      choices={DAYS.map((count) => ({
        value: String(count),
        label: t('rules.past.lastDays', { count }),
      }))}
      onChange={(value) => onChange(Number(value))}
    />
  )
}

type DryRunPanelProps = {
  readonly rules: readonly Rule[]
  readonly days: number
  readonly onDays: (days: number) => void
}

const NAMED = 20
/** The window of the past that is tried at first. */
export const DEFAULT_DAYS = 90

/** What rules would do to the entries of the last days: numbers per rule, and the entries. Nothing is changed. */
export function DryRunPanel({ rules, days, onDays }: DryRunPanelProps) {
  const { t } = useTranslation(['app', 'errors'])
  const { api } = useUnit($services)
  const id = useId()
  // Sent by the button alone: the last result stays until there is another.
  const { refetch, isFetching, data, error } = useQuery({
    queryKey: ['actions', 'dry-run', id],
    queryFn: async () => ({
      ...(await api.actions.dryRun({ rules: [...rules], days, limit: NAMED })).data,
      tried: rules,
    }),
    enabled: false,
    gcTime: 0,
    retry: false,
  })
  return (
    <div className="dry-run">
      <div className="dry-run-bar">
        <DaysSelect days={days} onChange={onDays} />
        <Button busy={isFetching} disabled={rules.length === 0} onClick={() => void refetch()}>
          {t('rules.past.try')}
        </Button>
      </div>
      {error !== null && <Notice tone="danger">{errorMessage(error, t)}</Notice>}
      {data && (
        <div role="status">
          <p>
            {t('rules.past.examined', { count: data.examined })}{' '}
            {t('rules.past.touched', { count: data.touched })}
          </p>
          <UnknownConditions unknown={data.unknown} />
          {data.rules.map((report, position) => (
            <Report
              key={position}
              report={report}
              position={position}
              all={data.rules}
              rule={data.tried[position]}
            />
          ))}
        </div>
      )}
    </div>
  )
}

type ReportProps = {
  readonly report: RuleReport
  readonly position: number
  readonly all: readonly RuleReport[]
  readonly rule: Rule | undefined
}

function Report({ report, position, all, rule }: ReportProps) {
  const { t } = useTranslation(['app'])
  const describe = useResultDescription()
  const nameOf = (at: number) => all[at]?.name || t('rules.numbered', { number: at + 1 })
  return (
    <section className="dry-run-rule" aria-label={nameOf(position)}>
      <h3>
        {nameOf(position)} <span>{t('rules.past.entries', { count: report.count })}</span>
      </h3>
      {rule && (
        <p className="rules-hint">
          {describe(rule.result)
            .map(({ key, values }) => t(key, values ?? {}))
            .join(' · ')}
        </p>
      )}
      <RuleFacts report={report} nameOf={nameOf} />
      {report.entries.length > 0 && (
        <details>
          <summary>
            {report.entries.length < report.count
              ? t('rules.past.newestEntries', { count: report.entries.length })
              : t('rules.past.showEntries')}
          </summary>
          <EntryLinks entries={report.entries} />
        </details>
      )}
    </section>
  )
}
