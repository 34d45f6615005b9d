import { useUnit } from 'effector-react'
import { useNavigate, useParams } from 'react-router'
import { $areSubscriptionsKnown } from '../../model/subscriptions/index.ts'
import { Button, ErrorState, SkeletonText, useTranslation } from '../../ui/index.ts'
import { errorMessage } from '../shared/error-message/index.ts'
import { FollowListForm, useListDetails } from '../lists/index.ts'
import { Page } from '../shared/page/index.ts'

/** The page /share/lists/{id}: a list with its feeds and latest entries, to be followed. */
export function SharedListPage() {
  const { t } = useTranslation(['people', 'sources', 'common', 'errors'])
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const query = useListDetails(id)
  // Whether it is followed already changes the page.
  const isKnown = useUnit($areSubscriptionsKnown) && query.data !== undefined
  return (
    <Page className="share-page" title={t('shared.list')}>
      {query.isError && (
        <ErrorState
          title={t('sources:list.failed')}
          description={errorMessage(query.error, t)}
          actions={<Button onClick={() => void query.refetch()}>{t('common:action.retry')}</Button>}
        />
      )}
      {!query.isError && !isKnown && <SkeletonText lines={5} />}
      {query.data && isKnown && (
        <FollowListForm key={id} details={query.data} onClose={() => void navigate('/')} />
      )}
    </Page>
  )
}
