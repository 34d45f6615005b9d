import { useUnit } from 'effector-react'
import { useState, type FormEvent } from 'react'
import { dialogOpened } from '../../model/layout/index.ts'
import {
  Avatar,
  Button,
  EmptyState,
  ErrorState,
  ListIcon,
  SkeletonText,
  TextField,
  useTranslation,
} from '../../ui/index.ts'
import { errorMessage } from '../error-message/index.ts'
import type { FoundFeed } from '../follow/index.ts'
import { FeedCards } from './feed-cards.tsx'
import { useUserSubscriptions } from './use-discover.ts'

/** A user by handle, and what they follow in the open. */
export function UserTab({ onChoose }: { readonly onChoose: (feed: FoundFeed) => void }) {
  const { t } = useTranslation(['sources', 'errors'])
  const [written, setWritten] = useState('')
  const [text, setText] = useState('')
  const query = useUserSubscriptions(text)
  const search = (event: FormEvent) => {
    event.preventDefault()
    setText(written.trim())
  }
  return (
    <section className="discover-section" aria-label={t('discover.tabs.user')}>
      <form className="discover-user" onSubmit={search}>
        <TextField
          label={t('discover.user')}
          hint={t('discover.userHint')}
          autoFocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
        <Button variant="primary" type="submit">
          {t('discover.search')}
        </Button>
      </form>
      {query.isLoading && <SkeletonText lines={4} />}
      {query.isLoadingError && (
        <ErrorState title={t('discover.noUser')} description={errorMessage(query.error, t)} />
      )}
      {query.data && <UserSubscriptions data={query.data} onChoose={onChoose} />}
    </section>
  )
}

type Found = NonNullable<ReturnType<typeof useUserSubscriptions>['data']>

function UserSubscriptions({
  data: { user, subscriptions },
  onChoose,
}: {
  readonly data: Found
  readonly onChoose: (feed: FoundFeed) => void
}) {
  const { t } = useTranslation(['sources'])
  const open = useUnit(dialogOpened)
  const name = user.name ?? user.handle ?? user.id
  const feeds = subscriptions.flatMap((one) => ('feeds' in one ? [{ feed: one.feeds }] : []))
  const lists = subscriptions.flatMap((one) => ('lists' in one ? [one.lists] : []))
  return (
    <>
      <p className="discover-person">
        <Avatar src={user.image} name={name} shape="person" />
        <strong>{name}</strong>
        {user.handle && <span className="ui-field-hint">@{user.handle}</span>}
      </p>
      {subscriptions.length === 0 && <EmptyState title={t('discover.followsNothing')} />}
      <div className="discover-controls">
        {lists.map(({ id, title }) => (
          <Button
            key={id}
            icon={<ListIcon />}
            onClick={() => open({ id: 'follow-list', props: { listId: id } })}
          >
            {title || id}
          </Button>
        ))}
      </div>
      <FeedCards label={t('discover.followsOpenly', { name })} cards={feeds} onChoose={onChoose} />
    </>
  )
}
