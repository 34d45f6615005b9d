import { useInfiniteQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { z } from 'zod'
import { $services } from '../../model/services.ts'
import {
  AccountIcon,
  Avatar,
  Button,
  Dialog,
  EmptyState,
  SkeletonText,
  useTranslation,
} from '../../ui/index.ts'
import { errorMessage, RetryNotice } from '../shared/error-message/index.ts'
import './readers.css'

export const propsSchema = z.object({ entryId: z.string() })
export type ReadersProps = z.infer<typeof propsSchema>

/** wire-contract 5 */
const PAGE = 20

/** Everyone who has read an entry and may be named, the latest first. */
export default function ReadersDialog({ entryId, onClose }: ReadersProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(['people', 'common', 'errors'])
  const { api } = useUnit($services)
  const query = useInfiniteQuery({
    queryKey: ['entries', 'readers', entryId],
    queryFn: async ({ pageParam: page }) =>
      (await api.entries.readHistories({ id: entryId, size: PAGE, page })).data,
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * PAGE < last.total ? pages.length + 1 : undefined),
    retry: false,
  })
  const pages = query.data?.pages ?? []
  const total = pages[0]?.total ?? 0
  const users = pages.flatMap(({ users: byId, entryReadHistories }) =>
    (entryReadHistories?.userIds ?? []).flatMap((id) => byId[id] ?? []),
  )
  return (
    <Dialog
      open
      title={t('readers.title')}
      description={total > 0 ? t('readers.count', { count: total }) : undefined}
      closeLabel={t('common:action.close')}
      onClose={onClose}
    >
      {query.isPending && <SkeletonText lines={3} />}
      {query.isError && (
        <RetryNotice onRetry={() => query.refetch()}>
          {t('readers.failed', { reason: errorMessage(query.error, t) })}
        </RetryNotice>
      )}
      {query.isSuccess && users.length === 0 && (
        <EmptyState icon={<AccountIcon />} title={t('readers.none')} />
      )}
      {users.length > 0 && (
        <div className="readers">
          <ul aria-label={t('readers.title')}>
            {users.map((user) => {
              const name = user.name || user.handle || t('claim.otherUser')
              return (
                <li key={user.id}>
                  <Button
                    variant="quiet"
                    icon={<Avatar src={user.image} name={name} shape="person" />}
                    commandId="profile:open"
                    data-command-args={JSON.stringify({ user: user.id })}
                  >
                    {name}
                  </Button>
                </li>
              )
            })}
          </ul>
          {query.hasNextPage && (
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('readers.more')}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}
