/** The current content of a feed, in the places where an owner may prove ownership (wire-contract 9). */
import { Refusal } from '../../http/refusal.ts'
import { refuseWith } from '../../parsing/parsing-error.ts'
import { fetchFeed, NO_FETCH_STATE } from '../../feeds/fetch/fetch-feed.ts'
import type { Pipeline } from '../../feeds/pipeline.ts'
import type { Proofs } from './read-proofs.ts'

/** @throws Refusal feedFetchError, feedParseError */
export async function claimProofsOf(
  pipeline: Pick<Pipeline, 'config' | 'outbound' | 'parsing' | 'now'>,
  url: string,
): Promise<Proofs> {
  const fetched = await fetchFeed(pipeline, { url, ...NO_FETCH_STATE })
  if (fetched.kind !== 'document')
    throw new Refusal('feedFetchError', 'message' in fetched ? fetched.message : 'The site sent nothing')
  const { bytes, contentType } = fetched
  const document = { bytes, contentType, url: fetched.url }
  const read = await pipeline.parsing
    .parse('proofs', { document, now: pipeline.now() })
    .catch(refuseWith('feedParseError'))
  if (!read.ok) throw new Refusal('feedParseError', read.message)
  return read.proofs
}
