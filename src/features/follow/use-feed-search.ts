import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { discoverFx } from '../../model/discover/index.ts'
import { parseFollowInput, type FollowInput } from './parse-follow-input.ts'
import { useDebounced } from './use-debounced.ts'

const WAIT_MS = 350

/** Searches feeds by address or text, debounced. */
export function useFeedSearch(written: string) {
  const discover = useUnit(discoverFx)
  const wish = parseFollowInput(written)
  const text = useDebounced(textOf(wish), WAIT_MS)
  const query = useQuery({
    queryKey: ['discover', text],
    queryFn: () => discover(text),
    enabled: text !== '',
    retry: false,
  })
  const behind = text !== textOf(wish)
  return {
    wish,
    found:
      text === '' ? [] : (query.data ?? []).flatMap((one) => (one.feed ? [{ ...one, feed: one.feed }] : [])),
    searching: wish.is !== 'nothing' && (behind || query.isFetching),
    error: behind ? null : query.error,
    retry: () => void query.refetch(),
  }
}
export type FeedResult = ReturnType<typeof useFeedSearch>['found'][number]

const textOf = (wish: FollowInput) => (wish.is === 'nothing' ? '' : wish.text)
