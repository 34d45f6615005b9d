import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { $services } from '../../model/services.ts'
import { Button, RefreshIcon, useTranslation } from '../../ui/index.ts'
import { QueryState } from './query-state.tsx'

const states = ['waiting', 'due', 'running', 'failing'] as const

/** The jobs of the server by queue. */
export function Jobs() {
  const { t, i18n } = useTranslation('sources')
  const { api } = useUnit($services)
  const query = useQuery({
    queryKey: ['admin', 'jobs'],
    queryFn: async () => (await api.probes.bullmq({})).data,
    staleTime: 0,
    retry: false,
  })
  if (!query.data) return <QueryState query={query} />
  const number = new Intl.NumberFormat(i18n.language)
  const queues = Object.entries(query.data).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return (
    <>
      <div className="admin-actions">
        <Button icon={<RefreshIcon />} busy={query.isFetching} onClick={() => void query.refetch()}>
          {t('admin.reload')}
        </Button>
      </div>
      {queues.length === 0 ? (
        <p className="admin-hint">{t('admin.noJobs')}</p>
      ) : (
        <div className="ui-table-box" role="region" aria-label={t('admin.tabs.jobs')} tabIndex={0}>
          <table className="ui-table">
            <thead>
              <tr>
                <th scope="col">{t('admin.queue')}</th>
                {states.map((state) => (
                  <th key={state} scope="col" data-number>
                    {t(`admin.jobs.${state}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {queues.map(([queue, counts]) => (
                <tr key={queue}>
                  <th scope="row">{queue}</th>
                  {states.map((state) => (
                    <td
                      key={state}
                      data-number
                      data-tone={state === 'failing' && counts[state] > 0 ? 'danger' : undefined}
                    >
                      {number.format(counts[state])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="admin-hint">{t('admin.jobsHint')}</p>
    </>
  )
}
