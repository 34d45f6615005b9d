import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import type { JobGroup } from '../../contract/jobs.ts'
import { $pluginTexts, pluginTextsRequested } from '../../model/plugins/index.ts'
import { $services } from '../../model/services.ts'
import { $isAdmin } from '../../model/session/index.ts'
import { Button, RefreshIcon, SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage, refusalSentence, RetryNotice } from '../shared/error-message/index.ts'
import { useTimeText } from './feed-requests.tsx'

/** The jobs that concern the user, and for admins those of the whole server. */
export function Jobs() {
  const { t } = useTranslation(['sources', 'errors'])
  const { request, isAdmin, services } = useUnit({
    request: pluginTextsRequested,
    loaded: $pluginTexts,
    isAdmin: $isAdmin,
    services: $services,
  })
  useEffect(() => request(), [request])
  const { api } = services
  const queryOf = (all: boolean) => ({
    queryKey: ['jobs', all],
    queryFn: async () => (await api.jobs.list(all ? { all: 'true' } : {})).data,
    staleTime: 0,
    retry: false,
  })
  const own = useQuery(queryOf(false))
  const server = useQuery({ ...queryOf(true), enabled: isAdmin === true })
  const reload = () => {
    void own.refetch()
    if (isAdmin) void server.refetch()
  }
  const error = own.error ?? server.error
  return (
    <>
      {error === null ? (
        <p>
          <Button
            size="small"
            icon={<RefreshIcon />}
            busy={own.isFetching || server.isFetching}
            onClick={reload}
          >
            {t('activity.jobs.reload')}
          </Button>
        </p>
      ) : (
        <RetryNotice onRetry={reload}>
          {t('activity.jobs.failed', { reason: errorMessage(error, t) })}
        </RetryNotice>
      )}
      <JobList label={t('activity.jobs.own')} isTitled={isAdmin === true} query={own} />
      {isAdmin && <JobList label={t('activity.jobs.server')} isTitled query={server} />}
    </>
  )
}

type JobListProps = {
  readonly label: string
  /** Where there is more than one list. */
  readonly isTitled: boolean
  readonly query: UseQueryResult<readonly JobGroup[]>
}

/** Nothing where the request failed. */
function JobList({ label, isTitled, query: { data, isPending } }: JobListProps) {
  const { t } = useTranslation('sources')
  if (isPending) return <SkeletonText lines={3} />
  if (data === undefined) return null
  return (
    <>
      {isTitled && <h2>{label}</h2>}
      {data.length === 0 && (
        <p className="activity-hint">
          {t('activity.jobs.none')} {t('activity.jobs.noneHint')}
        </p>
      )}
      <ul className="activity-list" aria-label={label}>
        {data.map((group) => (
          <Job key={`${group.queue} ${group.plugin} ${group.name}`} group={group} />
        ))}
      </ul>
    </>
  )
}

function Job({ group }: { readonly group: JobGroup }) {
  const { t, i18n } = useTranslation('sources')
  const time = useTimeText()
  const { queue, plugin, name, count, running, failing, nextAt, lastAt, milliseconds, failure, words } = group
  const title = plugin
    ? t(`${plugin}:jobs.${name}`, { defaultValue: name ?? queue })
    : t(`activity.jobs.queues.${queue}`, { defaultValue: queue })
  const problem = plugin && words ? refusalSentence(plugin, words) : failure
  const last = lastAt && {
    when: time(lastAt),
    duration: jobDuration(milliseconds ?? 0, i18n.language),
  }
  return (
    <li>
      <div className="activity-item">
        <p>
          <strong>{title}</strong>
        </p>
        {problem !== null && <p>{t('activity.jobs.problem', { reason: problem })}</p>}
        <p className="activity-hint">
          {[
            plugin && t(`${plugin}:name`, { defaultValue: plugin }),
            count > 1 && t('activity.jobs.count', { count }),
            failing > 1 && t('activity.jobs.failing', { count: failing }),
            running > 0 && t('activity.jobs.running'),
            nextAt && t('activity.jobs.next', { when: time(nextAt) }),
            last
              ? t(problem === null ? 'activity.jobs.last' : 'activity.jobs.lastFailed', last)
              : t('activity.jobs.notYet'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </li>
  )
}

const SECOND_MS = 1000

/** How long a run took, in milliseconds or seconds. */
export function jobDuration(milliseconds: number, language: string): string {
  const isShort = milliseconds < SECOND_MS
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isShort ? 'millisecond' : 'second',
    maximumFractionDigits: 1,
  }).format(isShort ? milliseconds : milliseconds / SECOND_MS)
}
