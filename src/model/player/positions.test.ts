import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import '../everything.ts'
import { createFakeServer, startReader, type Reader, type ReaderSetup } from '../testing.ts'
import {
  $player,
  $positions,
  outputCreated,
  playerLoaded,
  trackRequested,
  type MediaSignal,
  type Track,
} from './index.ts'

const track = (id: string): Track => ({
  entryId: id,
  feedId: 'feed',
  title: `Episode ${id}`,
  src: `https://example.org/${id}.mp3`,
  mime: 'audio/mpeg',
  image: null,
  duration: 600,
})

/** A device of the user, with a media element that a test drives. */
async function device(setup: ReaderSetup) {
  const reader = await startReader(setup)
  const { scope } = reader
  let send: (signal: MediaSignal) => void = () => {}
  await allSettled(playerLoaded, { scope })
  await allSettled(outputCreated, {
    scope,
    params: {
      load: () => {},
      play: async () => {},
      pause: () => {},
      seek: () => {},
      set: () => {},
      listen: (received) => ((send = received), () => {}),
    },
  })
  const signal = async (params: MediaSignal) => {
    send(params)
    await reader.settled()
  }
  return {
    reader,
    signal,
    play: async (id: string, seconds: number) => {
      await allSettled(trackRequested, { scope, params: track(id) })
      await signal({ type: 'playing' })
      await signal({ type: 'time', seconds })
    },
    positions: () => Object.fromEntries(scope.getState($positions)),
  }
}
const sent = ({ server }: Reader) => server.sent('positions.update').map(({ input }) => input)

test('a position is sent twice a minute while an episode plays, and at once when it pauses', async () => {
  const { reader, play, signal } = await device({})
  await play('1', 100)
  expect(sent(reader)).toEqual([])
  await reader.later(30_000)
  expect(sent(reader)).toMatchObject([{ positions: [{ entryId: '1', seconds: 100 }] }])
  await signal({ type: 'time', seconds: 140 })
  await signal({ type: 'paused' })
  expect(sent(reader).slice(1)).toMatchObject([{ positions: [{ entryId: '1', seconds: 140 }] }])
  await reader.later(60_000)
  expect(sent(reader)).toHaveLength(2)
})

test('another device continues where this one stopped, and knows what was played to the end', async () => {
  const server = createFakeServer()
  const desk = await device({ server })
  await desk.play('1', 100)
  await desk.play('2', 50)
  await desk.signal({ type: 'paused' })
  const phone = await device({ server })
  expect(phone.positions()).toEqual({ 1: 100, 2: 50 })
  await desk.reader.later(1000)
  await desk.play('1', 597)
  await desk.signal({ type: 'ended' })
  await phone.reader.tell({
    type: 'changed',
    call: 'positions.update',
    input: sent(desk.reader).at(-1) as Record<string, unknown>,
    from: 'desk',
  })
  expect(phone.positions()).toEqual({ 2: 50 })
})

test('an episode that is paused here moves on with the other device', async () => {
  const server = createFakeServer()
  const desk = await device({ server })
  await desk.play('1', 100)
  await desk.signal({ type: 'paused' })
  await desk.reader.tell({
    type: 'changed',
    call: 'positions.update',
    input: { positions: [{ entryId: '1', seconds: 250, at: desk.reader.time.clock.now() + 1 }] },
    from: 'phone',
  })
  expect(desk.reader.scope.getState($player).currentTime).toBe(250)
  await desk.reader.later(60_000)
  expect(sent(desk.reader)).toHaveLength(1)
})

test('a position that could not be sent outlives the page, and is newer than what another device sent before', async () => {
  const server = createFakeServer()
  const before = await device({ server })
  server.offline = true
  await before.play('1', 100)
  await before.signal({ type: 'paused' })
  before.reader.leave()
  server.offline = false
  await server.api.positions.update({ positions: [{ entryId: '1', seconds: 20, at: 1 }] })
  const after = await device({ server, storage: before.reader.storage, local: before.reader.local })
  expect(after.positions()).toEqual({ 1: 100 })
  await after.reader.later(30_000)
  const other = await device({ server })
  expect(other.positions()).toEqual({ 1: 100 })
})

test('a refused position is not sent again', async () => {
  const { reader, play, signal } = await device({})
  reader.server.refuse('positions.update', 'invalidParameter')
  await play('1', 100)
  await signal({ type: 'paused' })
  await reader.later(120_000)
  expect(sent(reader)).toHaveLength(1)
})
