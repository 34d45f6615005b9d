import { useQuery } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { isAddressWithoutScheme } from '../../contract/typed-address.ts'
import { discoverFx, discoverListsFx, type DiscoveredItem } from '../../model/discover/index.ts'
import { $hidesPaid } from '../../model/plugins/currency.ts'
import { useSettled } from '../../ui/index.ts'
import { $feedSources } from '../registry.ts'
import { parseFollowInput, type FollowInput } from './parse-follow-input.ts'

const DEBOUNCE_MS = 350
const $schemes = $feedSources.map((sources) => sources.flatMap(({ schemes }) => schemes))

type FeedResult = DiscoveredItem & { readonly feed: NonNullable<DiscoveredItem['feed']> }
type ListResult = DiscoveredItem & { readonly list: NonNullable<DiscoveredItem['list']> }
export type { FeedResult, ListResult }
export type FollowResult = FeedResult | ListResult
export const isList = (result: FollowResult): result is ListResult => result.list !== undefined

/** Searches feeds by address or text, and lists by text, debounced. */
export function useFeedSearch(written: string) {
  const { discover, discoverLists } = useUnit({ discover: discoverFx, discoverLists: discoverListsFx })
  const input = parseFollowInput(written, globalThis.location?.origin, useUnit($schemes))
  const hidesPaid = useUnit($hidesPaid)
  const text = useSettled(textOf(input), DEBOUNCE_MS)
  const feeds = useQuery({
    queryKey: ['discover', text],
    queryFn: () => searchWithReason(discover, text),
    enabled: text !== '' && input.is !== 'list',
    retry: false,
  })
  const lists = useQuery({
    queryKey: ['discover', 'lists', text],
    queryFn: () => discoverLists(text),
    enabled: text !== '' && (input.is === 'list' || input.is === 'words'),
    retry: false,
  })
  const isStale = text !== textOf(input)
  const results: readonly FollowResult[] =
    text === ''
      ? []
      : [
          ...(input.is === 'list' ? [] : (feeds.data ?? [])).flatMap((one) =>
            one.feed ? [{ ...one, feed: one.feed }] : [],
          ),
          ...(input.is === 'address' ? [] : (lists.data ?? [])).flatMap((one) =>
            one.list && !(hidesPaid && one.list.fee > 0) ? [{ ...one, list: one.list }] : [],
          ),
        ]
  return {
    input,
    results,
    searching: input.is !== 'nothing' && (isStale || feeds.isFetching || lists.isFetching),
    error: isStale ? null : input.is === 'list' ? lists.error : feeds.error,
    retry: () => void Promise.all([feeds.refetch(), lists.refetch()]),
  }
}

/** The server takes a bare name for words where no feed is found: with a scheme it says why there is none. */
async function searchWithReason(
  discover: (text: string) => Promise<readonly DiscoveredItem[]>,
  text: string,
): Promise<readonly DiscoveredItem[]> {
  const found = await discover(text)
  return found.length === 0 && isAddressWithoutScheme(text) ? discover(`https://${text}`) : found
}

const textOf = (input: FollowInput) => (input.is === 'nothing' ? '' : input.text)
