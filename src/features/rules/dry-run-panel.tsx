import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { Rule } from '../../contract/actions.ts'
import type { Output } from '../../contract/calls.ts'
import { $services } from '../../model/services.ts'
import { Button, Notice, Select, useTranslation } from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'
import { EntryLinks } from './entry-links.tsx'
import { unknownNote } from './plugin-notes.ts'
import { usePluginName } from './use-plugin-name.ts'
import { useRequest } from './use-request.ts'
import { useResultDescription } from './use-result-description.ts'

type DryRunPanelProps = {
  readonly rules: readonly Rule[]
  /** The position of the one rule to report on. */
  readonly only?: number
  /** The rules cannot be tried: they are not complete. */
  readonly isBlocked?: boolean
  readonly days?: number
  readonly onDays?: (days: number) => void
}
type DryRun = Output<'actions.dryRun'>['data']
type RuleReport = DryRun['rules'][number]

const NAMED = 20
const DAYS = [7, 30, 90, 365] as const
/** The window of the past that is tried at first. */
export const DEFAULT_DAYS = 90

/** What rules would do to the entries of the last days: numbers per rule, and the entries. Nothing is changed. */
export function DryRunPanel({ rules, only, isBlocked = false, ...window }: DryRunPanelProps) {
  const { t } = useTranslation(['app', 'errors'])
  const { api } = useUnit($services)
  const pluginName = usePluginName()
  const [ownDays, setOwnDays] = useState<number>(DEFAULT_DAYS)
  const { days = ownDays, onDays = setOwnDays } = window
  const { run, busy, data, error } = useRequest(async () => ({
    ...(await api.actions.dryRun({ rules: [...rules], days, limit: NAMED })).data,
    days,
    tried: rules,
  }))
  const reports = (data?.rules ?? []).flatMap((report, position) =>
    only === undefined || only === position ? [{ report, position }] : [],
  )
  return (
    <div className="dry-run">
      <div className="dry-run-bar">
        <Select
          label={t('rules.past.days')}
          hideLabel
          value={String(days)}
          choices={DAYS.map((count) => ({
            value: String(count),
            label: t('rules.past.lastDays', { count }),
          }))}
          onChange={(value) => onDays(Number(value))}
        />
        <Button busy={busy} disabled={isBlocked || rules.length === 0} onClick={() => void run()}>
          {t('rules.past.try')}
        </Button>
      </div>
      {isBlocked && <p className="rules-hint">{t('rules.past.incomplete')}</p>}
      {error !== null && <Notice tone="danger">{errorMessage(error, t)}</Notice>}
      {data && (
        <div role="status" className="dry-run-result">
          <p>
            {t('rules.past.examined', { count: data.examined })}{' '}
            {only === undefined && t('rules.past.touched', { count: data.touched })}
          </p>
          {data.unknown.length > 0 && (
            <div className="rule-notes">
              {data.unknown.map(unknownNote).map(({ key, values }, at) => (
                <p key={at}>{t(key, { ...values, plugin: pluginName(values.plugin) })}</p>
              ))}
            </div>
          )}
          {reports.map(({ report, position }) => (
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
      {report.count > 0 && (
        <ul className="dry-run-facts">
          <li>{t('rules.past.opened', { count: report.opened })}</li>
          <li>{t('rules.past.starred', { count: report.starred })}</li>
          {report.applied > 0 && <li>{t('rules.past.applied', { count: report.applied })}</li>}
          {report.caught.map(({ position: earlier, count }) => (
            <li key={earlier}>{t('rules.past.caught', { count, name: nameOf(earlier) })}</li>
          ))}
        </ul>
      )}
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
