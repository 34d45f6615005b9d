import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { Rule } from '../../contract/actions.ts'
import { $services } from '../../model/services.ts'
import { SkeletonText, useSettled, useTranslation } from '../../ui/index.ts'
import { errorMessage, RetryNotice } from '../shared/error-message/index.ts'
import { DaysSelect } from './dry-run-panel.tsx'
import { EntryLinks } from './entry-links.tsx'
import { RuleFacts, UnknownConditions } from './rule-facts.tsx'

type LiveMatchesProps = {
  /** All rules, with the one that is written in its place. */
  readonly rules: readonly Rule[]
  readonly position: number
  /** The conditions cannot be tried: they are not complete. */
  readonly isIncomplete: boolean
}

/** Entries that are named. */
const NAMED = 20
const WEEK = 7
/** ms without a change before the server is asked. */
const SETTLE_MS = 300

/** The stored entries of the last days that a rule would act on, on the server, found anew while it is written. */
export function LiveMatches({ rules, position, isIncomplete }: LiveMatchesProps) {
  const { t } = useTranslation(['app', 'errors'])
  const { api } = useUnit($services)
  const [days, setDays] = useState<number>(WEEK)
  const written = JSON.stringify(rules)
  const settled = useSettled(written, SETTLE_MS)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['actions', 'matches', settled, days],
    queryFn: async ({ signal }) =>
      (await api.actions.dryRun({ rules: JSON.parse(settled) as Rule[], days, limit: NAMED }, { signal }))
        .data,
    enabled: !isIncomplete && settled === written,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  })
  const isPending = isFetching || settled !== written || isIncomplete
  const report = data?.rules[position]
  const nameOf = (at: number) => rules[at]?.name || t('rules.numbered', { number: at + 1 })
  return (
    <section
      className="rule-matches"
      aria-label={t('rules.matches.title')}
      aria-busy={isPending && !isIncomplete}
    >
      <div className="ui-buttons rule-matches-bar" data-align="between">
        <h2>{t('rules.matches.title')}</h2>
        <DaysSelect days={days} onChange={setDays} />
      </div>
      {isIncomplete && <p className="rules-hint">{t('rules.matches.incomplete')}</p>}
      {!isIncomplete && error !== null && (
        <RetryNotice onRetry={() => void refetch()}>{errorMessage(error, t)}</RetryNotice>
      )}
      {!isIncomplete && error === null && !data && <SkeletonText lines={4} />}
      {(isIncomplete || error === null) && data && report && (
        <div data-pending={(isPending && !isIncomplete) || undefined}>
          <p className="rule-matches-count" role="status">
            {t(days === WEEK ? 'rules.matches.ofWeek' : 'rules.matches.ofDays', {
              matches: report.count,
              count: data.examined,
              days,
            })}
          </p>
          <UnknownConditions unknown={data.unknown} />
          {report.count === 0 ? (
            <p className="rules-hint">{t('rules.matches.noneWords')}</p>
          ) : (
            <>
              <RuleFacts report={report} nameOf={nameOf} />
              <EntryLinks entries={report.entries} />
              {report.entries.length < report.count && (
                <p className="rules-hint">
                  {t('rules.matches.more', { count: report.count - report.entries.length })}
                </p>
              )}
            </>
          )}
          <p className="rules-hint">{t('rules.matches.where')}</p>
        </div>
      )}
    </section>
  )
}
