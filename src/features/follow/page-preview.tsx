import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { previewFx } from '../../model/discover/index.ts'
import { Notice, RelativeTime, SkeletonText, useSettled, useTranslation } from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'

const ENTRIES = 3
/** ms after the last change of the address before the server reads it. */
const DELAY_MS = 350

/** The first three entries of the feed that would be made. @param address null: nothing is picked */
export function PagePreview({ address }: { readonly address: string | null }) {
  const { t } = useTranslation(['app', 'errors'])
  const preview = useUnit(previewFx)
  const settled = useSettled(address, DELAY_MS)
  const query = useQuery({
    queryKey: ['preview', settled],
    queryFn: () => preview(settled ?? ''),
    enabled: settled !== null,
    retry: false,
  })
  if (address === null) return <p className="ui-field-hint">{t('pageFeed.nothingPicked')}</p>
  const isPending = query.isFetching || settled !== address
  return (
    <section className="follow-latest page-preview" aria-label={t('pageFeed.preview')} aria-busy={isPending}>
      <h3>{t('pageFeed.preview')}</h3>
      {isPending && !query.data && <SkeletonText lines={ENTRIES} />}
      {query.isError && !isPending && <Notice tone="warning">{errorMessage(query.error, t)}</Notice>}
      <ul>
        {query.data?.entries.slice(0, ENTRIES).map((entry) => (
          <li key={entry.guid}>
            <span>
              <strong>{entry.title || entry.url}</strong>
              {entry.description && <span className="page-preview-summary">{entry.description}</span>}
              {entry.url && <span className="found-address">{entry.url}</span>}
            </span>
            {entry.publishedAt && <RelativeTime at={entry.publishedAt} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
