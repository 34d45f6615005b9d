import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import type { JobGroup } from '../../contract/jobs.ts'
import { $pluginTexts, pluginTextsRequested } from '../../model/plugins/index.ts'
import { $services } from '../../model/services.ts'
import { $isAdmin } from '../../model/session/index.ts'
import { Button, RefreshIcon, SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage, refusalSentence, RetryNotice } from '../error-message/index.ts'
import { jobDuration } from './job-duration.ts'
import { useTimeText } from './use-time-text.ts'

/** The jobs that concern the user, and for admins those of the whole server. */
export function Jobs() {
  const { t } = useTranslation('sources')
  const { request, isAdmin } = useUnit({
    request: pluginTextsRequested,
    loaded: $pluginTexts,
    isAdmin: $isAdmin,
  })
  useEffect(() => request(), [request])
  if (!isAdmin) return <JobList label={t('activity.jobs.own')} />
  return (
    <>
      <h2>{t('activity.jobs.own')}</h2>
      <JobList label={t('activity.jobs.own')} />
      <h2>{t('activity.jobs.server')}</h2>
      <JobList label={t('activity.jobs.server')} all />
    </>
  )
}

type JobListProps = { readonly label: string; readonly all?: boolean }

function JobList({ label, all = false }: JobListProps) {
  const { t } = useTranslation(['sources', 'errors'])
  const { api } = useUnit($services)
  const query = useQuery({
    queryKey: ['jobs', all],
    queryFn: async () => (await api.jobs.list(all ? { all: 'true' } : {})).data,
    staleTime: 0,
    retry: false,
  })
  if (query.isPending) return <SkeletonText lines={3} />
  if (query.isError)
    return (
      <RetryNotice onRetry={() => query.refetch()}>
        {t('activity.jobs.failed', { reason: errorMessage(query.error, t) })}
      </RetryNotice>
    )
  return (
    <>
      <p>
        <Button
          size="small"
          icon={<RefreshIcon />}
          busy={query.isFetching}
          aria-label={t('activity.jobs.reloadOne', { name: label })}
          onClick={() => void query.refetch()}
        >
          {t('activity.jobs.reload')}
        </Button>
      </p>
      {query.data.length === 0 && (
        <p className="activity-hint">
          {t('activity.jobs.none')} {t('activity.jobs.noneHint')}
        </p>
      )}
      <ul className="activity-list" aria-label={label}>
        {query.data.map((group) => (
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
