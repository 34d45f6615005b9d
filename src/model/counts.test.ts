import { allSettled } from 'effector'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsRequested } from './entries/index.ts'
import { undoRequested } from './journal/index.ts'
import { navigationRequested } from './location/index.ts'
import { $outbox } from './outbox/index.ts'
import { allMarked, readMarked } from './reads/index.ts'
import { $counts } from './subscriptions/index.ts'
import { $timeline } from './timeline/index.ts'
import { createFakeServer, startReader, type Reader } from './testing.ts'

const NOON = Date.UTC(2026, 0, 15, 12)

/** What a user or the network may do, in any order. */
const action = fc.oneof(
  fc.record({ do: fc.constant('mark' as const), at: fc.nat(11), read: fc.boolean() }),
  fc.record({
    do: fc.constant('all' as const),
    scope: fc.constantFrom('view' as const, 'above' as const, 'below' as const),
    at: fc.nat(11),
  }),
  fc.record({ do: fc.constant('undo' as const) }),
  fc.record({ do: fc.constant('online' as const), online: fc.boolean() }),
  fc.record({ do: fc.constant('refuse' as const) }),
  fc.record({ do: fc.constant('lose' as const) }),
  fc.record({ do: fc.constant('reload' as const) }),
)
type Action = typeof action extends fc.Arbitrary<infer D> ? D : never

function library() {
  const server = createFakeServer()
  for (const feed of ['1', '2', '3']) {
    server.follow(feed)
    for (let n = 0; n < 4; n++) server.publish(feed, `${feed}-${n}`, NOON - (n * 3 + Number(feed)) * 60_000)
  }
  return server
}
async function everything(reader: Reader) {
  const { scope } = reader
  await allSettled(navigationRequested, { scope, params: { source: { kind: 'all' } } })
  await allSettled(rowsRequested, { scope, params: entries })
}
const entries = ['1', '2', '3'].flatMap((feed) => [0, 1, 2, 3].map((n) => `${feed}-${n}`))
const nonZero = (counts: Iterable<readonly [string, number]>) =>
  Object.fromEntries([...counts].filter(([, count]) => count > 0))

async function carryOut(reader: Reader, one: Action): Promise<Reader> {
  const { scope, server } = reader
  const id = 'at' in one ? (entries[one.at] ?? '') : ''
  if (one.do === 'mark') await allSettled(readMarked, { scope, params: { ids: [id], read: one.read } })
  if (one.do === 'all')
    await allSettled(allMarked, {
      scope,
      params: one.scope === 'view' ? { scope: 'view' } : { scope: one.scope, id },
    })
  if (one.do === 'undo') await allSettled(undoRequested, { scope, params: undefined })
  if (one.do === 'refuse') server.refuse('reads.mark', 'noPermission')
  if (one.do === 'lose') server.loseNextAnswer()
  if (one.do === 'online') {
    server.offline = !one.online
    if (one.online) reader.signal('online')
    await reader.later(60_000)
  }
  if (one.do === 'reload') {
    reader.leave()
    const after = await startReader({
      server,
      local: reader.local,
      storage: reader.storage,
      time: reader.time,
    })
    await allSettled(rowsRequested, { scope: after.scope, params: entries })
    return after
  }
  return reader
}

/** Undoing the mark-all must not change the entry that was marked again meanwhile. */
const unmarkedAfterAll: Action[] = [
  { do: 'all', scope: 'view', at: 0 },
  { do: 'mark', at: 0, read: false },
  { do: 'undo' },
  { do: 'undo' },
]

test('after any action of the user the counts are those of the lists, here and on the server', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 14 }), async (actions) => {
      let reader = await startReader({ server: library() })
      await allSettled(rowsRequested, { scope: reader.scope, params: entries })
      for (const one of actions) {
        reader = await carryOut(reader, one)
        const listed = await reader.local.call('timeline.unreadCounts')
        expect(nonZero(reader.scope.getState($counts))).toEqual(nonZero(Object.entries(listed)))
      }
      reader.server.offline = false
      reader.signal('online')
      for (let n = 0; n < 4; n++) await reader.later(60_000)
      await everything(reader)
      expect(reader.scope.getState($outbox)).toEqual([])
      expect(nonZero(reader.scope.getState($counts))).toEqual(reader.server.counts())
      expect(nonZero(Object.entries(await reader.local.call('timeline.unreadCounts')))).toEqual(
        reader.server.counts(),
      )
      const unread = Object.values(reader.server.counts()).reduce((sum, n) => sum + n, 0)
      expect(reader.scope.getState($timeline).ids).toHaveLength(unread)
    }),
    { numRuns: 60, examples: [[unmarkedAfterAll]] },
  )
}, 120_000)
