import { Link, useSearchParams } from 'react-router'
import { PreviousIcon, Tabs, useTranslation } from '../../ui/index.ts'
import { FailingFeeds } from './failing-feeds.tsx'
import { Invitations } from './invitations.tsx'
import { Jobs } from './jobs.tsx'
import { Overview } from './overview.tsx'
import { Users } from './users.tsx'

/** In the address as `?show=`. */
const tabs = ['overview', 'users', 'feeds', 'jobs', 'invitations'] as const
type TabName = (typeof tabs)[number]

/** The page /admin. */
export function AdminPage() {
  const { t } = useTranslation(['sources', 'common'])
  const [params, setParams] = useSearchParams()
  const tab = tabs.find((name) => name === params.get('show')) ?? 'overview'
  return (
    <main className="admin" data-focus-area="sub-layer" data-scroll>
      <div className="admin-content">
        <header>
          <Link className="admin-back" to="/">
            <PreviousIcon aria-hidden="true" />
            {t('common:place.home')}
          </Link>
        </header>
        <h1>{t('admin.title')}</h1>
        <Tabs<TabName>
          label={t('admin.title')}
          value={tab}
          tabs={tabs.map((value) => ({ value, label: t(`admin.tabs.${value}`) }))}
          onChange={(show) => setParams(show === 'overview' ? {} : { show }, { replace: true })}
          controls="admin-panel"
        />
        <div id="admin-panel" className="admin-panel" role="tabpanel" aria-label={t(`admin.tabs.${tab}`)}>
          {tab === 'overview' && <Overview />}
          {tab === 'users' && <Users />}
          {tab === 'feeds' && <FailingFeeds />}
          {tab === 'jobs' && <Jobs />}
          {tab === 'invitations' && <Invitations />}
        </div>
      </div>
    </main>
  )
}
