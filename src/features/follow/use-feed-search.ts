import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import { discoverFx } from '../../model/discover/index.ts'
import { parseFollowInput, type FollowInput } from './parse-follow-input.ts'

const DEBOUNCE_MS = 350

/** Searches feeds by address or text, debounced. */
export function useFeedSearch(written: string) {
  const discover = useUnit(discoverFx)
  const input = parseFollowInput(written)
  const text = useDebounced(textOf(input), DEBOUNCE_MS)
  const query = useQuery({
    queryKey: ['discover', text],
    queryFn: () => discover(text),
    enabled: text !== '',
    retry: false,
  })
  const isStale = text !== textOf(input)
  return {
    input,
    results:
      text === '' ? [] : (query.data ?? []).flatMap((one) => (one.feed ? [{ ...one, feed: one.feed }] : [])),
    searching: input.is !== 'nothing' && (isStale || query.isFetching),
    error: isStale ? null : query.error,
    retry: () => void query.refetch(),
  }
}
export type FeedResult = ReturnType<typeof useFeedSearch>['results'][number]

const textOf = (input: FollowInput) => (input.is === 'nothing' ? '' : input.text)

/** The value after it has not changed for a while, so that not every keystroke sends a request. */
function useDebounced<T>(value: T, ms: number): T {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
