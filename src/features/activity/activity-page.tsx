import { useTranslation } from '../../ui/index.ts'
import { Page, PageTabs } from '../shared/page/index.ts'
import { AppUses } from '../settings/index.ts'
import { ChangedSettings } from './changed-settings.tsx'
import { FeedRequests } from './feed-requests.tsx'
import { Jobs } from './jobs.tsx'
import { PendingChanges } from './pending-changes.tsx'
import { Saves } from './saves.tsx'
import './activity.css'

/** The page /activity. */
export default function ActivityPage() {
  const { t } = useTranslation('sources')
  return (
    <Page className="activity" title={t('activity.title')} intro={t('activity.intro')}>
      <PageTabs
        label={t('activity.title')}
        parameter="show"
        tabs={[
          { value: 'feeds', label: t('activity.tabs.feeds'), content: <FeedRequests /> },
          { value: 'jobs', label: t('activity.tabs.jobs'), content: <Jobs /> },
          { value: 'saves', label: t('activity.tabs.saves'), content: <Saves /> },
          { value: 'aged', label: t('activity.tabs.aged'), content: <AppUses byAge /> },
          { value: 'pending', label: t('activity.tabs.pending'), content: <PendingChanges /> },
          { value: 'settings', label: t('activity.tabs.settings'), content: <ChangedSettings /> },
        ]}
      />
    </Page>
  )
}
