import { useState } from 'react'
import { Link } from 'react-router'
import { discoverCategories } from '../../contract/discover.ts'
import { views, type View } from '../../contract/views.ts'
import { Select, useTranslation } from '../../ui/index.ts'
import { FollowSearch, type FoundFeed } from '../follow/index.ts'
import { CardsSection } from './cards-section.tsx'
import { LanguageSelect } from './language-select.tsx'
import { useRecommendations, useTrending, type Range } from './use-discover.ts'
import { sampleFeeds } from '../../contract/samples.ts'
import { FeedChooser, FollowProgressView, packsFor, useFollowMany, type Pack } from '../first-run/index.ts'

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
      <div className="ui-buttons discover-categories">
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
        <div className="ui-buttons discover-controls">
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

const SAMPLES = 'samples'

/** The topics of the first run: one is shown at a time, and as many of its feeds followed as the user likes. */
function TopicFeeds() {
  const { t, i18n } = useTranslation(['app', 'sources'])
  const packs: readonly Pack[] = [...packsFor(i18n.language), { topic: SAMPLES, feeds: sampleFeeds }]
  const [picked, pick] = useState<string | null>(null)
  const { follow, progress } = useFollowMany()
  const nameOf = ({ topic }: Pack) => (topic === SAMPLES ? t('discover.samples') : t(`packs.${topic}`))
  const shown = packs.find(({ topic }) => topic === picked) ?? packs[0]
  return (
    <section aria-label={t('discover.starter')} className="discover-section">
      <h2>{t('discover.starter')}</h2>
      <div className="ui-buttons discover-categories" role="radiogroup" aria-label={t('discover.starter')}>
        {packs.map((pack) => (
          <label key={pack.topic} className="discover-topic">
            <input
              type="radio"
              className="ui-visually-hidden"
              name="discover-topic"
              checked={pack === shown}
              onChange={() => pick(pack.topic)}
            />
            {nameOf(pack)}
          </label>
        ))}
      </div>
      {shown && (
        <FeedChooser
          key={shown.topic}
          packs={[shown]}
          nameOf={nameOf}
          // Only what the user has asked for: its sites are asked for the first time.
          fetchesUnknown={picked !== null}
          onFollow={follow}
        />
      )}
      {progress && <FollowProgressView progress={progress} />}
    </section>
  )
}
