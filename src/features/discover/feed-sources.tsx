/** The sources of feeds that features and plugins provide. */
import { lazy, Suspense, type ComponentType } from 'react'
import { memoizeByObject } from '../../core/index.ts'
import { SkeletonText } from '../../ui/index.ts'
import type { Category, FeedSource, FeedSourceProps } from '../feature.ts'
import type { FoundFeed } from '../follow/index.ts'
import { $feedSources } from '../registry.ts'
import { LanguageSelect } from './language-select.tsx'
import { useDiscoverLanguage } from './use-discover.ts'

type LoadedSource = FeedSource & { readonly Content: ComponentType<FeedSourceProps> }

const loadedSource = memoizeByObject((source: FeedSource): LoadedSource => ({
  ...source,
  Content: lazy(source.load),
}))
export const $loadedSources = $feedSources.map((sources) => sources.map(loadedSource))

type SourceProps = {
  readonly source: LoadedSource
  readonly category: Category | null
  readonly onChoose: (feed: FoundFeed) => void
}

/** One of them, as a tab or on the page of a category, which has the choice of the language itself. */
export function SourceContent({ source: { Content, hasLanguage }, category, onChoose }: SourceProps) {
  const language = useDiscoverLanguage()
  return (
    <>
      {hasLanguage && category === null && (
        <div className="ui-buttons discover-controls">
          <LanguageSelect />
        </div>
      )}
      <Suspense fallback={category === null ? <SkeletonText lines={6} /> : null}>
        <Content
          category={category}
          language={language}
          onChoose={({ url, title }) => onChoose({ feed: { type: 'feed', url, title } })}
        />
      </Suspense>
    </>
  )
}
