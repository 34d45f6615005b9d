/** Progress of following many feeds, computed from the outbox and the subscriptions. */
import type { OutboxRow } from '../../model/rows.ts'
import type { PackFeed } from './packs.ts'

export type FollowProgress = {
  readonly total: number
  readonly waiting: readonly PackFeed[]
  readonly followed: readonly PackFeed[]
  /** Neither waiting nor followed any more: the server refused it. */
  readonly failed: readonly PackFeed[]
}

/** @param followedUrls addresses of the subscribed feeds; see followedAddresses */
export function followProgress(
  requested: readonly PackFeed[],
  outbox: readonly Pick<OutboxRow, 'args'>[],
  followedUrls: ReadonlySet<string>,
): FollowProgress {
  const sent = new Set(outbox.map(({ args }) => urlOf(args)))
  const waiting = requested.filter(({ url }) => sent.has(url))
  const settled = requested.filter(({ url }) => !sent.has(url))
  return {
    total: requested.length,
    waiting,
    followed: settled.filter(({ url }) => followedUrls.has(url)),
    failed: settled.filter(({ url }) => !followedUrls.has(url)),
  }
}

const urlOf = (args: unknown): unknown =>
  typeof args === 'object' && args !== null && 'url' in args ? args.url : null
