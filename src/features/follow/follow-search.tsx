import { Command } from 'cmdk'
import { useUnit } from 'effector-react'
import { useState, type KeyboardEvent } from 'react'
import { isComposing } from '../../core/index.ts'
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
import { errorMessage } from '../shared/error-message/index.ts'
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
  const [selected, select] = useState('')
  const choose = (result: FollowResult) => {
    if (!isList(result)) return onChoose(result)
    onOtherOpened?.()
    open({ id: 'follow-list', props: { listId: result.list.id } })
  }
  const hasNoFeed = input.is === 'address' && !searching && error === null && results.length === 0
  const openPage = (changes: boolean) => {
    onOtherOpened?.()
    open({
      id: 'page-feed',
      props: { url: input.is === 'address' ? input.text : written.trim(), ...(changes && { changes }) },
    })
  }
  const makeFeed = () => openPage(false)
  const followChanges = (
    <Button size={hasNoFeed ? 'medium' : 'small'} onClick={() => openPage(true)}>
      {t('follow.changes')}
    </Button>
  )
  const submitWhenReady = usePendingSubmit(written, searching, () => results[0] && choose(results[0]))
  const submit = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
    if (hasNoFeed) makeFeed()
    else if (searching) submitWhenReady()
    else return
    event.preventDefault()
  }
  return (
    <Command
      className="ui-stack follow-search"
      label={t('follow.field')}
      shouldFilter={false}
      vimBindings={false}
      loop
      value={selected}
      onValueChange={select}
      onKeyDown={submit}
      aria-busy={searching}
    >
      <Command.Input asChild value={written} onValueChange={onWrite}>
        <TextField
          label={t('follow.field')}
          hint={input.is === 'nothing' ? t('follow.fieldHint') : undefined}
          placeholder={t('follow.placeholder')}
          icon={<SearchIcon aria-hidden="true" />}
          trailing={searching ? <Spinner label={t('follow.searching')} /> : undefined}
          autoFocus
          autoCapitalize="off"
          inputMode="url"
          aria-expanded={results.length > 0}
          onKeyDown={keepCaretKeys}
        />
      </Command.Input>
      {!online && <Notice icon={<OfflineIcon />}>{t('follow.offline')}</Notice>}
      {error ? (
        <ErrorState
          title={t('follow.failed')}
          description={errorMessage(error, t)}
          actions={<Button onClick={retry}>{t('common:action.retry')}</Button>}
        />
      ) : results.length > 0 ? (
        <>
          <FeedResultList results={results} onChoose={choose} />
          {input.is === 'address' && <p className="follow-changes">{followChanges}</p>}
        </>
      ) : (
        input.is !== 'nothing' &&
        !searching && (
          <EmptyState
            title={t(input.is === 'address' ? 'follow.nothingAtAddress' : 'follow.nothingForWords')}
            description={t(
              input.is === 'address' ? 'follow.nothingAtAddressWords' : 'follow.nothingForWordsWords',
            )}
            actions={
              hasNoFeed && (
                <>
                  <Button onClick={makeFeed}>{t('follow.makeFeed')}</Button>
                  {followChanges}
                </>
              )
            }
          />
        )
      )}
    </Command>
  )
}

/** Home and End move the caret in an address, not the selection. */
const keepCaretKeys = (event: KeyboardEvent) => {
  if (event.key === 'Home' || event.key === 'End') event.stopPropagation()
}
