import { useUnit } from 'effector-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { dialogOpened } from '../../model/layout/index.ts'
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
import { isList, useFeedSearch, type FeedResult, type FollowResult } from './use-feed-search.ts'

export type FollowSearchProps = {
  readonly written: string
  readonly onWrite: (written: string) => void
  readonly onChoose: (feed: FeedResult) => void
  /** Another dialog was opened: of a list, or to make a feed of a page. */
  readonly onOtherOpened?: () => void
}

/** One field for addresses and search text, and its results. */
export function FollowSearch({ written, onWrite, onChoose, onOtherOpened }: FollowSearchProps) {
  const { t } = useTranslation(['app', 'errors', 'common'])
  const { online, open } = useUnit({ online: $online, open: dialogOpened })
  const { input, results, searching, error, retry } = useFeedSearch(written)
  const [at, setAt] = useState(0)
  const current = Math.min(at, Math.max(0, results.length - 1))
  const listId = useId()
  const choose = (result: FollowResult) => {
    if (!isList(result)) return onChoose(result)
    onOtherOpened?.()
    open({ id: 'follow-list', props: { listId: result.list.id } })
  }
  const hasNoFeed = input.is === 'address' && !searching && error === null && results.length === 0
  const makeFeed = () => {
    onOtherOpened?.()
    open({ id: 'page-feed', props: { url: input.is === 'address' ? input.text : written.trim() } })
  }
  const submitWhenReady = usePendingSubmit(written, searching, () => results[0] && choose(results[0]))
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = results[current]
    if (event.key === 'Enter' && hasNoFeed) makeFeed()
    else if (step && results.length > 0) setAt((current + step + results.length) % results.length)
    else if (event.key === 'Enter' && searching) submitWhenReady()
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else return
    event.preventDefault()
  }
  return (
    <div className="follow-search" aria-busy={searching}>
      <TextField
        label={t('follow.field')}
        hint={input.is === 'nothing' ? t('follow.fieldHint') : undefined}
        placeholder={t('follow.placeholder')}
        icon={<SearchIcon aria-hidden="true" />}
        trailing={searching ? <Spinner label={t('follow.searching')} /> : undefined}
        autoFocus
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        inputMode="url"
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls={listId}
        aria-activedescendant={results.length > 0 ? `${listId}-${current}` : undefined}
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
      ) : results.length > 0 ? (
        <FeedResultList results={results} current={current} onChoose={choose} listId={listId} />
      ) : (
        input.is !== 'nothing' &&
        !searching && (
          <EmptyState
            title={t(input.is === 'address' ? 'follow.nothingAtAddress' : 'follow.nothingForWords')}
            description={t(
              input.is === 'address' ? 'follow.nothingAtAddressWords' : 'follow.nothingForWordsWords',
            )}
            actions={hasNoFeed && <Button onClick={makeFeed}>{t('follow.makeFeed')}</Button>}
          />
        )
      )}
    </div>
  )
}
