import { useState } from 'react'
import { Link } from 'react-router'
import { discoverCategories } from '../../contract/discover.ts'
import { sampleFeeds } from '../../contract/samples.ts'
import { views, type View } from '../../contract/views.ts'
import { Select, useTranslation } from '../../ui/index.ts'
import { FeedChooser, packsFor } from '../first-run/index.ts'
import { FollowSearch, type FoundFeed } from '../follow/index.ts'
import { CardsSection } from './cards-section.tsx'
import { LanguageSelect } from './language-select.tsx'
import { useRecommendations, useTrending, type Range } from './use-discover.ts'

const SAMPLES = 'samples'
const ranges: readonly Range[] = ['1d', '3d', '7d', '30d']

type FeedsTabProps = {
  /** What is in the search field at first. */
  readonly keyword: string
  readonly onChoose: (feed: FoundFeed) => void
}

/** The search, and feeds for those who do not search: categories, recommendations, trends and good ones to start with. */
export function FeedsTab({ keyword, onChoose }: FeedsTabProps) {
  const { t, i18n } = useTranslation(['app', 'common', 'sources'])
  const [written, setWritten] = useState(keyword)
  const packs = [...packsFor(i18n.language), { topic: SAMPLES, feeds: sampleFeeds }]
  return (
    <>
      <FollowSearch written={written} onWrite={setWritten} onChoose={onChoose} />
      {written.trim() === '' && (
        <>
          <Categories />
          <Trending onChoose={onChoose} />
          <Recommendations onChoose={onChoose} />
          <section aria-label={t('discover.starter')}>
            <h2>{t('discover.starter')}</h2>
            <FeedChooser
              packs={packs}
              nameOf={({ topic }) => (topic === SAMPLES ? t('discover.samples') : t(`packs.${topic}`))}
            />
          </section>
        </>
      )}
    </>
  )
}

function Categories() {
  const { t } = useTranslation(['sources'])
  return (
    <nav className="discover-categories" aria-label={t('discover.categories')}>
      {discoverCategories.map((category) => (
        <Link key={category} to={`/discover/category/${category}`}>
          {t(`discover.category.${category}`)}
        </Link>
      ))}
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
