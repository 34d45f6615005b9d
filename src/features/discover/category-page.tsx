import { useUnit } from 'effector-react'
import { useTranslation } from '../../ui/index.ts'
import type { Category } from '../feature.ts'
import type { FoundFeed } from '../follow/index.ts'
import { Page } from '../shared/page/index.ts'
import { CardsSection } from './cards-section.tsx'
import { $loadedSources, SourceContent } from './feed-sources.tsx'
import { LanguageSelect } from './language-select.tsx'
import { useCatalogue } from './use-discover.ts'

type CategoryPageProps = { readonly category: Category; readonly onChoose: (feed: FoundFeed) => void }

/** The feeds of one category, from every source. */
export function CategoryPage({ category, onChoose }: CategoryPageProps) {
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
