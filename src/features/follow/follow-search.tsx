import { useUnit } from 'effector-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { $online } from '../../model/network/index.ts'
import {
  Button,
  EmptyState,
  ErrorState,
  Notice,
  OfflineIcon,
  SearchIcon,
  Spinner,
  usePendingSubmit,
  TextField,
  useTranslation,
} from '../../ui/index.ts'
import { errorMessage } from '../error-message/index.ts'
import { FeedResultList } from './feed-result-list.tsx'
import { useFeedSearch, type FeedResult } from './use-feed-search.ts'

export type FollowSearchProps = {
  readonly written: string
  readonly onWrite: (written: string) => void
  readonly onChoose: (feed: FeedResult) => void
}

/** One field for addresses and search text, and its results. */
export function FollowSearch({ written, onWrite, onChoose }: FollowSearchProps) {
  const { t } = useTranslation(['app', 'errors', 'common'])
  const online = useUnit($online)
  const { wish, found, searching, error, retry } = useFeedSearch(written)
  const [at, setAt] = useState(0)
  const current = Math.min(at, Math.max(0, found.length - 1))
  const listId = useId()
  const enterAhead = usePendingSubmit(written, searching, () => found[0] && onChoose(found[0]))
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = found[current]
    if (step && found.length > 0) setAt((current + step + found.length) % found.length)
    else if (event.key === 'Enter' && searching) enterAhead()
    else if (event.key === 'Enter' && chosen) onChoose(chosen)
    else return
    event.preventDefault()
  }
  return (
    <div className="follow-search" aria-busy={searching}>
      <TextField
        label={t('follow.field')}
        hint={wish.is === 'nothing' ? t('follow.fieldHint') : undefined}
        placeholder={t('follow.placeholder')}
        icon={<SearchIcon aria-hidden="true" />}
        trailing={searching ? <Spinner label={t('follow.searching')} /> : undefined}
        autoFocus
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        inputMode="url"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${current}` : undefined}
        value={written}
        onChange={(event) => {
          setAt(0)
          onWrite(event.currentTarget.value)
        }}
        onKeyDown={move}
      />
      {!online && <Notice icon={<OfflineIcon />}>{t('follow.offline')}</Notice>}
      {error ? (
        <ErrorState
          title={t('follow.failed')}
          description={errorMessage(error, t)}
          actions={<Button onClick={retry}>{t('common:action.retry')}</Button>}
        />
      ) : found.length > 0 ? (
        <FeedResultList found={found} current={current} onChoose={onChoose} listId={listId} />
      ) : (
        wish.is !== 'nothing' &&
        !searching && (
          <EmptyState
            title={t(wish.is === 'address' ? 'follow.nothingAtAddress' : 'follow.nothingForWords')}
            description={t(
              wish.is === 'address' ? 'follow.nothingAtAddressWords' : 'follow.nothingForWordsWords',
            )}
          />
        )
      )}
    </div>
  )
}
