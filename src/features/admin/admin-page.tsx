import { useTranslation } from '../../ui/index.ts'
import { Page, PageTabs } from '../shared/page/index.ts'
import { FailingFeeds } from './failing-feeds.tsx'
import { Invitations } from './invitations.tsx'
import { Jobs } from './jobs.tsx'
import { Overview } from './overview.tsx'
import { Retention } from './retention.tsx'
import { Users } from './users.tsx'
import './admin.css'

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
