import { useTranslation } from '../../ui/index.ts'
import type { FoundFeed } from '../follow/index.ts'
import { Page } from '../page/index.ts'
import { CardsSection } from './cards-section.tsx'
import { LanguageSelect } from './feeds-tab.tsx'
import { RouteList } from './route-list.tsx'
import { useCatalogue, useRsshub, type Category } from './use-discover.ts'

type CategoryPageProps = { readonly category: Category; readonly onChoose: (feed: FoundFeed) => void }

/** The feeds and routes of one category. */
export function CategoryPage({ category, onChoose }: CategoryPageProps) {
  const { t } = useTranslation(['sources', 'app'])
  const catalogue = useCatalogue(category)
  const rsshub = useRsshub(category)
  const cards = catalogue.data?.map(({ feed, ...known }) => ({
    feed: feed ?? { type: 'feed' as const, url: known.url, title: known.title, siteUrl: known.siteUrl },
    description: known.description,
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
      {Object.keys(rsshub.data ?? {}).length > 0 && (
        <RouteList namespaces={rsshub.data ?? {}} onChoose={onChoose} />
      )}
    </Page>
  )
}
