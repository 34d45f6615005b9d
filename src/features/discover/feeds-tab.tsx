import { useState } from 'react'
import { Link } from 'react-router'
import { discoverCategories } from '../../contract/discover.ts'
import { views, type View } from '../../contract/views.ts'
import { Select, useTranslation } from '../../ui/index.ts'
import { FollowSearch, type FoundFeed } from '../follow/index.ts'
import { CardsSection } from './cards-section.tsx'
import { LanguageSelect } from './language-select.tsx'
import { TopicFeeds } from './topic-feeds.tsx'
import { useRecommendations, useTrending, type Range } from './use-discover.ts'

const ranges: readonly Range[] = ['1d', '3d', '7d', '30d']

type FeedsTabProps = {
  /** What is in the search field at first. */
  readonly keyword: string
  readonly onChoose: (feed: FoundFeed) => void
}

/** The search, and feeds for those who do not search: categories, recommendations, trends and good ones to start with. */
export function FeedsTab({ keyword, onChoose }: FeedsTabProps) {
  const [written, setWritten] = useState(keyword)
  return (
    <>
      <FollowSearch written={written} onWrite={setWritten} onChoose={onChoose} />
      {written.trim() === '' && (
        <>
          <TopicFeeds />
          <Categories />
          <Trending onChoose={onChoose} />
          <Recommendations onChoose={onChoose} />
        </>
      )}
    </>
  )
}

function Categories() {
  const { t } = useTranslation(['sources'])
  return (
    <nav className="discover-section" aria-label={t('discover.categories')}>
      <h2>{t('discover.categories')}</h2>
      <div className="discover-categories">
        {discoverCategories.map((category) => (
          <Link key={category} to={`/discover/category/${category}`}>
            {t(`discover.category.${category}`)}
          </Link>
        ))}
      </div>
    </nav>
  )
}

function Recommendations({ onChoose }: Pick<FeedsTabProps, 'onChoose'>) {
  const { t } = useTranslation(['sources'])
  return <CardsSection title={t('discover.recommended')} query={useRecommendations()} onChoose={onChoose} />
}

function Trending({ onChoose }: Pick<FeedsTabProps, 'onChoose'>) {
  const { t } = useTranslation(['sources', 'common'])
  const [range, setRange] = useState<Range>('3d')
  const [view, setView] = useState<View | null>(null)
  const query = useTrending(range, view)
  const viewChoices = [
    { value: '', label: t('discover.anyView') },
    ...views.map((name, at) => ({ value: String(at), label: t(`common:view.${name}`) })),
  ]
  return (
    <CardsSection
      title={t('discover.trending')}
      query={query}
      empty={t('discover.noTrends')}
      onChoose={onChoose}
      controls={
        <div className="discover-controls">
          <LanguageSelect />
          <Select
            label={t('list.view')}
            hideLabel
            value={view === null ? '' : String(view)}
            choices={viewChoices}
            onChange={(value) => setView(value === '' ? null : (Number(value) as View))}
          />
          <Select
            label={t('discover.range')}
            hideLabel
            value={range}
            choices={ranges.map((value) => ({ value, label: t(`discover.ranges.${value}`) }))}
            onChange={setRange}
          />
        </div>
      }
    />
  )
}
