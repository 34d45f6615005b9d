import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import type { EpisodeChapter, Podcast, Transcript } from '../../contract/podcast.ts'
import '../everything.ts'
import {
  $chapters,
  $lineAt,
  $lines,
  $player,
  chapterStepRequested,
  lineStepRequested,
  momentRequested,
  outputCreated,
  playerLoaded,
  trackRequested,
  type MediaSignal,
  type Track,
} from '../player/index.ts'
import { createFakeServer, startReader } from '../testing.ts'
import { $transcripts, transcriptRequested } from './index.ts'

const NOON = Date.UTC(2026, 0, 15, 12)
const DAY = 24 * 3_600_000
const track = (id: string): Track => ({
  entryId: id,
  feedId: '1',
  title: id,
  src: `https://example.org/${id}.mp3`,
  mime: 'audio/mpeg',
  image: null,
  duration: 600,
})
const line = (start: number, text: string) => ({ start, end: null, text })
const transcript: Transcript = {
  lines: [
    line(2, 'Good evening.'),
    line(8, 'It rains.'),
    { start: null, end: null, text: '…' },
    line(20, 'Goodbye.'),
  ],
  language: 'en',
}

async function listener(
  podcast: Podcast,
  files: { transcript?: Transcript; chapters?: EpisodeChapter[] } = {},
) {
  const server = createFakeServer()
  server.follow('1')
  for (const id of ['a', 'b'])
    server.publish('1', id, NOON, { files: { attachments: [], media: [], extra: { podcast } }, ...files })
  const reader = await startReader({ server })
  const { scope } = reader
  const calls: string[] = []
  let send: (signal: MediaSignal) => void = () => {}
  await allSettled(playerLoaded, { scope })
  await allSettled(outputCreated, {
    scope,
    params: {
      load: ({ title }, from) => void calls.push(`load ${title} at ${from}`),
      play: async () => void calls.push('play'),
      pause: () => void calls.push('pause'),
      seek: (seconds) => void calls.push(`seek ${seconds}`),
      set: () => {},
      listen: (received) => ((send = received), () => {}),
    },
  })
  const at = async (seconds: number) => {
    send({ type: 'time', seconds })
    await reader.settled()
  }
  const fresh = () => calls.splice(0)
  return { ...reader, at, fresh, read: () => scope.getState($transcripts).get('a') }
}

test('the transcript of what plays is read along, and its lines are steps', async () => {
  const { scope, at, fresh, server } = await listener(
    { transcripts: [{ url: 'https://example.org/a.vtt' }] },
    { transcript },
  )
  await allSettled(trackRequested, { scope, params: track('a') })
  expect(scope.getState($lines)).toEqual(transcript.lines)
  const playing = async (seconds: number) => (await at(seconds), scope.getState($lineAt))
  expect([await playing(1), await playing(2), await playing(19), await playing(21)]).toEqual([-1, 0, 1, 3])
  fresh()
  await allSettled(lineStepRequested, { scope, params: -1 })
  await allSettled(lineStepRequested, { scope, params: -1 })
  await allSettled(lineStepRequested, { scope, params: 1 })
  // Twenty is only a second ago, so the first step back leads to the line before.
  expect(fresh()).toEqual(['seek 8', 'seek 2', 'seek 8'])
  expect(server.sent('entries.transcript')).toHaveLength(1)
})

test('a moment of what plays is sought, another episode starts there; a soundbite ends where it ends', async () => {
  const { scope, at, fresh } = await listener({})
  const moment = (id: string, seconds: number, until?: number) =>
    allSettled(momentRequested, { scope, params: { track: track(id), seconds, ...(until && { until }) } })
  await moment('a', 30, 40)
  expect(fresh()).toEqual(['load a at 30', 'play'])
  await at(39)
  expect(fresh()).toEqual([])
  await at(40)
  expect(fresh()).toEqual(['pause'])
  await moment('a', 70)
  expect(fresh()).toEqual(['seek 70', 'play'])
  expect(scope.getState($player).currentTime).toBe(70)
  await moment('b', 5, 10)
  await at(200)
  await at(10)
  // The user had moved on, so that the end of the soundbite means nothing now.
  expect(fresh()).toEqual(['load b at 5', 'play'])
})

test('chapters are those of the feed or its file, before the times in the show notes', async () => {
  const own = await listener({
    chapters: [
      { start: 0, title: 'One', image: 'https://example.org/1.png' },
      { start: 3661, title: 'Two' },
    ],
  })
  await allSettled(trackRequested, { scope: own.scope, params: track('a') })
  expect(own.scope.getState($chapters)).toEqual([
    { start: 0, time: '0:00', title: 'One', image: 'https://example.org/1.png' },
    { start: 3661, time: '1:01:01', title: 'Two' },
  ])
  expect(own.server.sent('entries.chapters')).toEqual([])
  const file = await listener(
    { chaptersUrl: 'https://example.org/c.json' },
    { chapters: [{ start: 50, title: 'Five' }] },
  )
  await allSettled(trackRequested, { scope: file.scope, params: track('a') })
  await allSettled(chapterStepRequested, { scope: file.scope, params: 1 })
  expect(file.scope.getState($player).currentTime).toBe(50)
})

test('a transcript is fetched once, read offline, and fetched again after a week', async () => {
  const one = await listener({ transcripts: [] }, { transcript })
  const { scope, server, read } = one
  const request = () => allSettled(transcriptRequested, { scope, params: 'a' })
  server.offline = true
  await request()
  expect(read()).toEqual({ status: 'failed', reason: undefined, isOffline: true })
  server.offline = false
  await request()
  expect(read()).toEqual({ status: 'ready', value: transcript })
  const sent = () => server.sent('entries.transcript').length
  const before = sent()
  const again = await startReader({ server, local: one.local })
  server.offline = true
  await allSettled(transcriptRequested, { scope: again.scope, params: 'a' })
  expect(again.scope.getState($transcripts).get('a')).toEqual({ status: 'ready', value: transcript })
  expect(sent()).toBe(before)
  // The one that is known stays where the server cannot be reached.
  const later = await startReader({ server, local: one.local })
  await later.later(8 * DAY)
  await allSettled(transcriptRequested, { scope: later.scope, params: 'a' })
  expect(later.scope.getState($transcripts).get('a')).toEqual({ status: 'ready', value: transcript })
  server.offline = false
  const last = await startReader({ server, local: one.local })
  await last.later(8 * DAY)
  await allSettled(transcriptRequested, { scope: last.scope, params: 'a' })
  expect(sent()).toBe(before + 1)
})
