import type { UseQueryResult } from '@tanstack/react-query'
import { SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage, RetryNotice } from '../shared/error-message/index.ts'

/** What stands in place of an answer that is not there: it loads, or could not be loaded. */
export function QueryState({ query }: { readonly query: UseQueryResult<unknown> }) {
  const { t } = useTranslation(['sources', 'errors'])
  if (query.isPending) return <SkeletonText lines={5} />
  if (!query.isError) return null
  return (
    <RetryNotice onRetry={() => query.refetch()}>
      {t('admin.failed', { reason: errorMessage(query.error, t) })}
    </RetryNotice>
  )
}
