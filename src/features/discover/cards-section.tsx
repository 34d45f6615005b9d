import type { ReactNode } from 'react'
import { useTranslation } from '../../ui/index.ts'
import { RetryNotice } from '../shared/error-message/index.ts'
import { FeedCards, FeedCardSkeletons, type FeedCard, type FoundFeed } from '../follow/index.ts'

type CardsQuery = {
  readonly data: readonly FeedCard[] | undefined
  readonly isPending: boolean
  readonly isLoadingError: boolean
  readonly refetch: () => unknown
}
type CardsSectionProps = {
  readonly title: string
  readonly query: CardsQuery
  /** Controls beside the title. */
  readonly controls?: ReactNode
  /** Shown in place of no feeds; absent: the section is left out. */
  readonly empty?: string
  readonly onChoose: (feed: FoundFeed) => void
}

/** A titled list of feeds with its loading, error and empty states. */
export function CardsSection({ title, query, controls, empty, onChoose }: CardsSectionProps) {
  const { t } = useTranslation(['sources'])
  if (query.data?.length === 0 && empty === undefined) return null
  return (
    <section aria-label={title} aria-busy={query.isPending} className="discover-section">
      <header>
        <h2>{title}</h2>
        {controls}
      </header>
      {query.isLoadingError ? (
        <RetryNotice onRetry={() => query.refetch()}>{t('discover.failed')}</RetryNotice>
      ) : query.isPending ? (
        <FeedCardSkeletons />
      ) : query.data?.length === 0 ? (
        <p className="ui-field-hint">{empty}</p>
      ) : (
        <FeedCards label={title} cards={query.data ?? []} onChoose={onChoose} />
      )}
    </section>
  )
}
