import { allSettled } from 'effector'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../everything.ts'
import { createFakeServer, startReader, type ReaderSetup } from '../testing.ts'
import {
  $player,
  playerLoaded,
  queueCleared,
  trackMoved,
  trackRequested,
  tracksQueued,
  trackUnqueued,
  type Track,
} from './index.ts'
import { changesOf, tracksInOrder, type QueueRecord } from './queue-records.ts'

const track = (id: string, more: Partial<Track> = {}): Track => ({
  entryId: id,
  feedId: 'feed',
  title: `Episode ${id}`,
  src: `https://example.org/${id}`,
  mime: 'audio/mpeg',
  image: null,
  duration: 600,
  ...more,
})
const srcOf = (id: string) => track(id).src

async function device(setup: ReaderSetup) {
  const reader = await startReader(setup)
  const { scope } = reader
  await allSettled(playerLoaded, { scope })
  const sent = () => reader.server.sent('queue.update').map(({ input }) => input as Record<string, unknown>)
  return {
    ...reader,
    sent,
    queue: () =>
      scope
        .getState($player)
        .queue.map(({ entryId }) => entryId)
        .join(' '),
    add: (...ids: readonly string[]) =>
      allSettled(tracksQueued, { scope, params: ids.map((id) => track(id)) }),
    move: (id: string, by: 1 | -1) => allSettled(trackMoved, { scope, params: { src: srcOf(id), by } }),
    remove: (id: string) => allSettled(trackUnqueued, { scope, params: { src: srcOf(id) } }),
    play: (id: string) => allSettled(trackRequested, { scope, params: track(id) }),
    /** What the server tells it of the other device's last change. */
    hear: (input: Record<string, unknown> | undefined) =>
      reader.tell({ type: 'changed', call: 'queue.update', input: input ?? {}, from: 'other' }),
  }
}

test('a track that the server would refuse stays here, and keeps no other one back', async () => {
  const desk = await device({ server: createFakeServer() })
  await desk.play('now')
  const unfit = [
    track('long', { src: `https://example.org/${'x'.repeat(2000)}` }),
    track('inline', { src: 'data:audio/wav;base64,AAAA' }),
    track('wordy', { title: 'y'.repeat(1200) }),
  ]
  await allSettled(tracksQueued, { scope: desk.scope, params: [...unfit, track('a')] })
  await desk.later(1000)
  const [input] = desk.sent()
  expect(input).toMatchObject({
    tracks: [{ entryId: 'wordy', title: 'y'.repeat(1000) }, { entryId: 'a' }],
  })
  expect(desk.queue()).toBe('long inline wordy a')
})

test('a second device has the queue in its order, and each follows what the other changes', async () => {
  const server = createFakeServer()
  const desk = await device({ server })
  await desk.play('now')
  await desk.add('a', 'b', 'c')
  await desk.move('c', -1)
  await desk.later(1000)
  const phone = await device({ server })
  expect(phone.queue()).toBe('a c b')
  expect(phone.scope.getState($player).track).toBe(null)

  await phone.move('b', -1)
  await phone.remove('a')
  await phone.later(1000)
  await desk.hear(phone.sent().at(-1))
  expect(desk.queue()).toBe('b c')

  // What plays on one leaves the queue of both.
  await desk.play('b')
  await desk.later(1000)
  await phone.hear(desk.sent().at(-1))
  expect(phone.queue()).toBe('c')
  expect(desk.queue()).toBe('c')
})

test('what two devices change while they are apart is not lost', async () => {
  const server = createFakeServer()
  const desk = await device({ server })
  await desk.play('now')
  await desk.add('a', 'b')
  await desk.later(1000)
  const phone = await device({ server })
  server.offline = true
  phone.signal('offline')
  await phone.add('phone')
  await phone.remove('a')
  server.offline = false
  await desk.add('desk')
  await desk.later(1000)
  phone.signal('online')
  await phone.later(5000)
  for (const input of phone.sent()) await desk.hear(input)
  expect(phone.queue().split(' ').toSorted()).toEqual(['b', 'desk', 'phone'])
  expect(desk.queue()).toBe(phone.queue())
})

test('the queue of an earlier version and what was not sent outlive the page', async () => {
  const server = createFakeServer()
  const before = await startReader({ server })
  before.storage.setItem(
    'follow:player',
    JSON.stringify({ track: track('now'), queue: [track('a'), track('b')] }),
  )
  server.offline = true
  const old = await device({ server, storage: before.storage, local: before.local })
  await old.add('c')
  old.leave()
  server.offline = false
  const again = await device({ server, storage: before.storage, local: before.local })
  expect(again.queue()).toBe('a b c')
  await again.later(1000)
  expect((await device({ server })).queue()).toBe('a b c')
})

test('tracks of a provider stay in their browser, and clearing clears the others everywhere', async () => {
  const server = createFakeServer()
  const desk = await device({ server })
  await desk.play('now')
  await desk.add('a')
  await allSettled(tracksQueued, {
    scope: desk.scope,
    params: [track('read', { provider: 'tts', src: 'tts:read' })],
  })
  await desk.later(1000)
  const phone = await device({ server })
  expect([desk.queue(), phone.queue()]).toEqual(['a read', 'a'])
  await allSettled(queueCleared, { scope: desk.scope })
  await desk.later(1000)
  await phone.hear(desk.sent().at(-1))
  expect(phone.queue()).toBe('')
})

test('records say any queue after any changes, and a move changes few of them', () => {
  const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 })
  fc.assert(
    fc.property(fc.array(ids, { minLength: 1, maxLength: 12 }), (queues) => {
      const records = new Map<string, QueueRecord>()
      for (const [at, queue] of queues.entries()) {
        const tracks = queue.map((id) => track(id))
        for (const change of changesOf(records, tracks, undefined)) records.set(change.src, { ...change, at })
        expect(tracksInOrder(records.values())).toEqual(tracks)
        expect(changesOf(records, tracks, undefined)).toEqual([])
      }
    }),
  )
  const records = new Map(
    changesOf(
      new Map(),
      [...'abcdefgh'].map((id) => track(id)),
      undefined,
    ).map((one) => [one.src, { ...one, at: 1 }]),
  )
  expect(
    changesOf(
      records,
      [...'abhcdefg'].map((id) => track(id)),
      undefined,
    ).map(({ entryId }) => entryId),
  ).toEqual(['h'])
})
