/** Fetches a page as its feed would be fetched, and shows what can be selected. */
import { pageAddressOf } from '../../../contract/page-address.ts'
import { Refusal } from '../../http/refusal.ts'
import { refuseWith } from '../../parsing/parsing-error.ts'
import { fetchFeed, NO_FETCH_STATE } from '../fetch/fetch-feed.ts'
import { normaliseAddress } from '../fetch/source.ts'
import type { Pipeline } from '../pipeline.ts'
import type { InspectedPage } from './inspect-page.ts'

const NOTHING_PICKED = { title: '', link: '', date: '', summary: '' }

/** @throws Refusal feedFetchError, feedParseError, invalidParameter */
export async function inspectPage(
  pipeline: Pick<
    Pipeline,
    'outbound' | 'parsing' | 'now' | 'fetcher' | 'recentPages' | 'settingsFor' | 'locate'
  >,
  page: { readonly url: string; readonly usesFetcher: boolean },
): Promise<InspectedPage & { url: string }> {
  const url = normaliseAddress(page.url)
  if (!url || !/^https?:/.test(url)) throw new Refusal('invalidParameter', 'This is not a web address')
  const address = pageAddressOf({ ...NOTHING_PICKED, ...page, url, item: '*' })
  const settings = pipeline.settingsFor?.(address) ?? null
  const fetched = await fetchFeed(pipeline, { url: address, ...NO_FETCH_STATE }, settings)
  if (fetched.kind === 'unchanged') throw new Refusal('feedFetchError', 'The site sent nothing')
  if (fetched.kind !== 'document') throw new Refusal('feedFetchError', fetched.message)
  const { bytes, contentType, url: end } = fetched
  const inspected = await pipeline.parsing
    .parse('page', { bytes, contentType, url: end })
    .catch(refuseWith('feedParseError'))
  return { ...inspected, url }
}
