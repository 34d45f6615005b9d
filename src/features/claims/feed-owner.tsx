import { useUnit, useStoreMap } from 'effector-react'
import { useEffect } from 'react'
import type { LocalFeed } from '../../model/rows.ts'
import { $session } from '../../model/session/index.ts'
import { Avatar, Button, OwnerIcon, useTranslation } from '../../ui/index.ts'
import { $users, profileNeeded } from '../../model/users/index.ts'

/** Who has claimed a feed, as an item of a list of facts; unclaimed, the way to claim it. */
export function FeedOwner({ feed }: { readonly feed: LocalFeed }) {
  const { t } = useTranslation(['people', 'app'])
  const session = useUnit($session)
  const { id, ownerUserId, owner } = feed
  const user = useProfile(ownerUserId ?? '') ?? owner
  const name = user?.name || user?.handle || t('claim.otherUser')
  const isOwn = Boolean(ownerUserId) && ownerUserId === session.user?.id
  return (
    <>
      <dt>{t('app:subscription.owner')}</dt>
      <dd className="feed-owner">
        {!ownerUserId && (
          <>
            {t('claim.nobody')}
            <Button
              size="small"
              commandId="subscription:claim"
              data-command-args={JSON.stringify({ subscriptions: [`feed/${id}`] })}
            >
              {t('claim.open')}
            </Button>
          </>
        )}
        {isOwn && (
          <span className="claimed-mark">
            <OwnerIcon aria-hidden="true" />
            {t('claim.you')}
          </span>
        )}
        {ownerUserId && !isOwn && (
          <Button
            size="small"
            variant="quiet"
            icon={<Avatar src={user?.image ?? null} name={name} size="small" shape="person" />}
            commandId="profile:open"
            data-command-args={JSON.stringify({ user: ownerUserId })}
          >
            {name}
          </Button>
        )}
      </dd>
    </>
  )
}

/** The profile of a user, as far as it is known; requests it. @param id '' for no user */
function useProfile(id: string) {
  const need = useUnit(profileNeeded)
  useEffect(() => void need(id), [need, id])
  return useStoreMap({ store: $users, keys: [id], fn: (users, [key]) => users.get(key) ?? null })
}
