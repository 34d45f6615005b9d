/** A server with two users; the first follows a private feed, which only she may see and change. */
import { seedEntries, seedFeed, seedSubscription } from './library.ts'
import { startTestServer, type TestServer, type TestUser } from './server.ts'
import type { TestKind } from './storage.ts'

export type PrivateFeed = {
  readonly server: TestServer
  /** She follows the feed. */
  readonly ann: TestUser
  /** He follows nothing. */
  readonly ben: TestUser
  readonly feedId: string
  /** Stores that many entries of the feed. @returns their ids */
  readonly entries: (count: number) => Promise<string[]>
}

/** Close its server. */
export async function startPrivateFeed(kind?: TestKind): Promise<PrivateFeed> {
  const server = await startTestServer({ kind })
  const ann = await server.signUp('ann')
  const ben = await server.signUp('ben')
  const feedId = await seedFeed(server.storage)
  await seedSubscription(server.storage, ann.id, feedId, { isPrivate: 1 })
  const entries = (count: number) =>
    seedEntries(
      server.storage,
      feedId,
      Array.from({ length: count }, () => ({})),
    )
  return { server, ann, ben, feedId, entries }
}
