import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useTranslation, Button, RefreshIcon } from '../../ui/index.ts'
import { Page, PageTabs } from '../shared/page/index.ts'
import { FailingFeeds } from './failing-feeds.tsx'
import { Invitations } from './invitations.tsx'
import { Overview } from './overview.tsx'
import { Retention } from './retention.tsx'
import { Users } from './users.tsx'
import './admin.css'
import { $services } from '../../model/services.ts'
import { QueryState } from './query-state.tsx'

/** The page /admin. */
export default function AdminPage() {
  const { t } = useTranslation('sources')
  return (
    <Page className="admin" title={t('admin.title')}>
      <PageTabs
        label={t('admin.title')}
        parameter="show"
        tabs={[
          { value: 'overview', label: t('admin.tabs.overview'), content: <Overview /> },
          { value: 'users', label: t('admin.tabs.users'), content: <Users /> },
          { value: 'feeds', label: t('admin.tabs.feeds'), content: <FailingFeeds /> },
          { value: 'jobs', label: t('admin.tabs.jobs'), content: <Jobs /> },
          { value: 'invitations', label: t('admin.tabs.invitations'), content: <Invitations /> },
          { value: 'retention', label: t('admin.tabs.retention'), content: <Retention /> },
        ]}
      />
    </Page>
  )
}

const states = ['waiting', 'due', 'running', 'failing'] as const

/** The jobs of the server by queue. */
function Jobs() {
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
      <div className="ui-buttons">
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
