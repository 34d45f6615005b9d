import './discover.css'
import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { discoverCategories } from '../../contract/discover.ts'
import { dialogOpened } from '../../model/layout/index.ts'
import { Button, classes, EmptyState, ImportIcon, useTranslation, TextField } from '../../ui/index.ts'
import type { Category } from '../feature.ts'
import { FollowFormDialog, type FoundFeed } from '../follow/index.ts'
import { InboxList } from '../inboxes/index.ts'
import { Page, PageTabs } from '../shared/page/index.ts'
import { $importFormats, $isEveryFeatureRegistered } from '../registry.ts'
import { CardsSection } from './cards-section.tsx'
import { LanguageSelect } from './language-select.tsx'
import { useCatalogue } from './use-discover.ts'
import { FeedsTab } from './feeds-tab.tsx'
import { $loadedSources, SourceContent } from './feed-sources.tsx'
import { ProfileFrame } from '../profiles/index.ts'

/** The pages /discover and /discover/category/{category}. */
export default function DiscoverPage() {
  const [chosen, setChosen] = useState<FoundFeed | null>(null)
  const category = categoryIn(useLocation().pathname)
  return (
    <>
      {category === null ? (
        <Finding onChoose={setChosen} />
      ) : (
        <CategoryPage category={category} onChoose={setChosen} />
      )}
      {chosen && <FollowFormDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

/** The ways to find feeds, one tab each. */
function Finding({ onChoose }: { readonly onChoose: (feed: FoundFeed) => void }) {
  const { t } = useTranslation(['app', 'sources'])
  const keyword = useSearchParams()[0].get('keyword') ?? ''
  const canImport = useUnit($importFormats).length > 0
  const sources = useUnit($loadedSources)
  const isComplete = useUnit($isEveryFeatureRegistered)
  return (
    <Page
      className={classes('discover', !isComplete && 'discover-loading')}
      title={t('discover.title')}
      intro={t('discover.words')}
    >
      <PageTabs
        label={t('discover.title')}
        parameter="type"
        tabs={[
          {
            value: 'rss',
            label: t('sources:discover.tabs.rss'),
            content: <FeedsTab keyword={keyword} onChoose={onChoose} />,
          },
          ...sources.map((source) => ({
            value: source.id,
            label: t(source.titleKey),
            content: <SourceContent key={source.id} source={source} category={null} onChoose={onChoose} />,
          })),
          { value: 'inbox', label: t('sources:discover.tabs.inbox'), content: <InboxList /> },
          { value: 'user', label: t('sources:discover.tabs.user'), content: <UserTab /> },
          ...(canImport
            ? [{ value: 'import', label: t('sources:discover.tabs.import'), content: <ImportTab /> }]
            : []),
        ]}
      />
    </Page>
  )
}

function ImportTab() {
  const { t } = useTranslation(['app', 'sources'])
  const open = useUnit(dialogOpened)
  return (
    <EmptyState
      icon={<ImportIcon />}
      title={t('import.title')}
      description={t('sources:discover.importWords')}
      actions={
        <Button variant="primary" onClick={() => open({ id: 'import-report' })}>
          {t('import.title')}
        </Button>
      }
    />
  )
}

/** @returns null outside of /discover/category/, and for a category that does not exist */
function categoryIn(path: string): Category | null {
  const name = /^\/discover\/category\/([\w-]+)/.exec(path)?.[1]
  return discoverCategories.find((category) => category === name) ?? null
}

type CategoryPageProps = { readonly category: Category; readonly onChoose: (feed: FoundFeed) => void }

/** The feeds of one category, from every source. */
function CategoryPage({ category, onChoose }: CategoryPageProps) {
  const { t } = useTranslation(['sources', 'app'])
  const catalogue = useCatalogue(category)
  const sources = useUnit($loadedSources).filter(({ inCategories }) => inCategories)
  const cards = catalogue.data?.map(({ feed, analytics, ...known }) => ({
    feed: feed ?? { type: 'feed' as const, url: known.url, title: known.title, siteUrl: known.siteUrl },
    description: known.description,
    analytics,
  }))
  return (
    <Page
      className="discover"
      title={t(`discover.category.${category}`)}
      back={{ to: '/discover', label: t('app:discover.title') }}
    >
      <CardsSection
        title={t('discover.goodFeeds')}
        query={{ ...catalogue, data: cards }}
        controls={<LanguageSelect />}
        empty={t('discover.nothingInCategory')}
        onChoose={onChoose}
      />
      {sources.map((source) => (
        <SourceContent key={source.id} source={source} category={category} onChoose={onChoose} />
      ))}
    </Page>
  )
}

/** A user by handle, and what they follow in the open. */
function UserTab() {
  const { t } = useTranslation(['sources'])
  const [written, setWritten] = useState('')
  const [name, setName] = useState('')
  const search = (event: FormEvent) => {
    event.preventDefault()
    setName(written.trim())
  }
  return (
    <section className="discover-section" aria-label={t('discover.tabs.user')}>
      <form className="discover-user" onSubmit={search}>
        <TextField
          label={t('discover.user')}
          hint={t('discover.userHint')}
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
        <Button variant="primary" type="submit">
          {t('discover.search')}
        </Button>
      </form>
      {name !== '' && <ProfileFrame key={name} name={name} />}
    </section>
  )
}
