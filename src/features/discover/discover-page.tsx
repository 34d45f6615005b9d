import { useUnit } from 'effector-react'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { discoverCategories } from '../../contract/discover.ts'
import { dialogOpened } from '../../model/layout/index.ts'
import { Button, Dialog, EmptyState, ImportIcon, PreviousIcon, Tabs, useTranslation } from '../../ui/index.ts'
import { FollowForm, type FoundFeed } from '../follow/index.ts'
import { InboxList } from '../inboxes/index.ts'
import { CategoryPage } from './category-page.tsx'
import { FeedsTab } from './feeds-tab.tsx'
import { RsshubTab, TransformTab } from './rsshub-tab.tsx'
import type { Category } from './use-discover.ts'
import { UserTab } from './user-tab.tsx'

/** In the address as `?type=`. */
const tabs = ['rss', 'rsshub', 'inbox', 'user', 'transform', 'import'] as const
type TabName = (typeof tabs)[number]

/** The pages /discover and /discover/category/{category}. */
export function DiscoverPage() {
  const { t } = useTranslation(['app', 'common', 'sources'])
  const [chosen, setChosen] = useState<FoundFeed | null>(null)
  const category = categoryIn(useLocation().pathname)
  const close = () => setChosen(null)
  return (
    <main className="discover" data-focus-area="sub-layer" data-scroll>
      <div className="discover-content">
        <header>
          <Link className="discover-back" to="/">
            <PreviousIcon aria-hidden="true" />
            {t('common:place.home')}
          </Link>
        </header>
        {category === null ? (
          <Finding onChoose={setChosen} />
        ) : (
          <CategoryPage category={category} onChoose={setChosen} />
        )}
      </div>
      {chosen && (
        <Dialog open title={t('follow.title')} closeLabel={t('common:action.close')} onClose={close}>
          <FollowForm chosen={chosen} view={0} onBack={close} onClose={close} />
        </Dialog>
      )}
    </main>
  )
}

/** The ways to find feeds, one tab each. */
function Finding({ onChoose }: { readonly onChoose: (feed: FoundFeed) => void }) {
  const { t } = useTranslation(['app', 'sources'])
  const open = useUnit(dialogOpened)
  const [params, setParams] = useSearchParams()
  const tab = tabs.find((name) => name === params.get('type')) ?? 'rss'
  return (
    <>
      <h1>{t('discover.title')}</h1>
      <p className="discover-words">{t('discover.words')}</p>
      <Tabs<TabName>
        label={t('discover.title')}
        value={tab}
        tabs={tabs.map((value) => ({ value, label: t(`sources:discover.tabs.${value}`) }))}
        onChange={(type) => setParams(type === 'rss' ? {} : { type }, { replace: true })}
        controls="discover-panel"
      />
      <div id="discover-panel" className="discover-panel" role="tabpanel">
        {tab === 'rss' && <FeedsTab keyword={params.get('keyword') ?? ''} onChoose={onChoose} />}
        {tab === 'rsshub' && <RsshubTab onChoose={onChoose} />}
        {tab === 'inbox' && <InboxList />}
        {tab === 'user' && <UserTab />}
        {tab === 'transform' && <TransformTab onChoose={onChoose} />}
        {tab === 'import' && (
          <EmptyState
            icon={<ImportIcon />}
            title={t('discover.import')}
            description={t('sources:discover.importWords')}
            actions={
              <Button variant="primary" onClick={() => open({ id: 'import-report' })}>
                {t('discover.import')}
              </Button>
            }
          />
        )}
      </div>
    </>
  )
}

/** @returns null outside of /discover/category/, and for a category that does not exist */
function categoryIn(path: string): Category | null {
  const name = /^\/discover\/category\/([\w-]+)/.exec(path)?.[1]
  return discoverCategories.find((category) => category === name) ?? null
}
