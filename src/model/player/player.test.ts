import { allSettled, createWatch, fork } from 'effector'
import { expect, test } from 'vitest'
import { errorNotified } from '../app/events.ts'
import { contentsLoaded } from '../entries/state.ts'
import { $services, type Services } from '../services.ts'
import {
  $chapters,
  $player,
  $positions,
  chapterStepRequested,
  muteToggled,
  nextTrackRequested,
  outputCreated,
  pageVideoPlaying,
  playerClosed,
  playerLoaded,
  playToggled,
  rateChanged,
  seekRequested,
  skipRequested,
  sleepRequested,
  trackRequested,
  tracksQueued,
  volumeChanged,
  type MediaSignal,
  type Track,
} from './index.ts'
import { outputProvided, outputWithdrawn, providerSignalled } from './media-output.ts'
import { tracksOf } from './tracks.ts'

const track = (id: string, more: Partial<Track> = {}): Track => ({
  entryId: id,
  feedId: 'feed',
  title: `Episode ${id}`,
  src: `https://example.org/${id}.mp3`,
  mime: 'audio/mpeg',
  image: null,
  duration: 600,
  ...more,
})

/** A page with a media element that records its calls. */
async function listener(stored: Record<string, string> = {}) {
  const calls: string[] = []
  let send: (signal: MediaSignal) => void = () => {}
  let due: (() => void) | null = null
  let refusal: Error | null = null
  const storage = new Map(Object.entries(stored))
  const services = {
    storage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    },
    clock: { now: () => 0, after: (_: number, then: () => void) => ((due = then), () => (due = null)) },
  } as unknown as Services
  const scope = fork({ values: [[$services, services]] })
  const errors: string[] = []
  createWatch({ unit: errorNotified, scope, fn: ({ key }) => errors.push(key) })
  await allSettled(playerLoaded, { scope })
  await allSettled(outputCreated, {
    scope,
    params: {
      load: ({ src }, from) => calls.push(`load ${src.split('/').pop()} at ${from}`),
      play: async () => {
        calls.push('play')
        if (refusal) throw refusal
      },
      pause: () => calls.push('pause'),
      seek: (seconds) => calls.push(`seek ${seconds}`),
      set: ({ volume, muted, rate }) => calls.push(`set ${volume} ${muted} ${rate}`),
      listen: (received) => ((send = received), () => {}),
    },
  })
  const signal = async (params: MediaSignal) => {
    send(params)
    await allSettled(scope)
  }
  const taken = () => calls.splice(0)
  return {
    scope,
    storage,
    errors,
    signal,
    taken,
    timerFires: async () => {
      due?.()
      await allSettled(scope)
    },
    refuse: (error: Error) => (refusal = error),
    player: () => scope.getState($player),
  }
}

test('a track shows the bar, loads and plays; its length comes from the file, 0 without an end', async () => {
  const { scope, signal, taken, player } = await listener()
  await allSettled(trackRequested, { scope, params: track('1') })
  expect(taken()).toEqual(['load 1.mp3 at 0', 'set 0.8 false 1', 'play'])
  expect(player()).toMatchObject({ show: true, status: 'loading', duration: 600 })
  await signal({ type: 'duration', seconds: 615 })
  await signal({ type: 'playing' })
  expect(player()).toMatchObject({ status: 'playing', duration: 615 })
  await signal({ type: 'duration', seconds: Infinity })
  expect(player().duration).toBe(0)
})

test('pausing keeps the time, and closing hides the player and pauses', async () => {
  const { scope, signal, taken, player } = await listener()
  await allSettled(trackRequested, { scope, params: track('1') })
  await signal({ type: 'playing' })
  await signal({ type: 'time', seconds: 42.4 })
  await allSettled(playToggled, { scope })
  expect(player()).toMatchObject({ status: 'paused', currentTime: 42.4 })
  await allSettled(playToggled, { scope })
  taken()
  await allSettled(playerClosed, { scope })
  expect(taken()).toEqual(['pause'])
  expect(player()).toMatchObject({ show: false, status: 'paused', currentTime: 42.4 })
})

test('seeking and skipping stay within the track', async () => {
  const { scope, taken, player } = await listener()
  await allSettled(trackRequested, { scope, params: track('1') })
  taken()
  await allSettled(seekRequested, { scope, params: 590 })
  await allSettled(skipRequested, { scope, params: 30 })
  await allSettled(skipRequested, { scope, params: -10_000 })
  expect(taken()).toEqual(['seek 590', 'seek 600', 'seek 0'])
  expect(player().currentTime).toBe(0)
})

test('an episode continues where it was left, also after a reload, where it is paused', async () => {
  const first = await listener()
  await allSettled(trackRequested, { scope: first.scope, params: track('1') })
  await first.signal({ type: 'playing' })
  await first.signal({ type: 'time', seconds: 300 })
  const second = await listener(Object.fromEntries(first.storage))
  expect(second.player()).toMatchObject({ status: 'paused', currentTime: 300, show: true })
  await allSettled(playToggled, { scope: second.scope })
  expect(second.taken()[0]).toBe('load 1.mp3 at 300')
  await second.signal({ type: 'time', seconds: 598 })
  expect(second.scope.getState($positions).has('1')).toBe(false)
})

test('a stored text that is no player is ignored', async () => {
  const { player } = await listener({ 'follow:player': '{"volume":7,"track":{"src":"javascript:1"}}' })
  expect(player()).toMatchObject({ volume: 0.8, track: null })
})

test('the queue plays on at the end of a track and holds each track once', async () => {
  const { scope, signal, taken, player } = await listener()
  await allSettled(trackRequested, { scope, params: track('1') })
  await allSettled(tracksQueued, { scope, params: [track('1'), track('2'), track('3'), track('2')] })
  expect(player().queue.map(({ entryId }) => entryId)).toEqual(['2', '3'])
  taken()
  await signal({ type: 'ended' })
  expect(taken()[0]).toBe('load 2.mp3 at 0')
  await allSettled(nextTrackRequested, { scope })
  expect(player()).toMatchObject({ track: { entryId: '3' }, queue: [] })
})

test('tracks queued while nothing is loaded start to play', async () => {
  const { scope, player } = await listener()
  await allSettled(tracksQueued, { scope, params: [track('1'), track('2')] })
  expect(player()).toMatchObject({ track: { entryId: '1' }, status: 'loading' })
  expect(player().queue.map(({ entryId }) => entryId)).toEqual(['2'])
})

test('volume, rate and mute are applied and bounded', async () => {
  const { scope, taken } = await listener()
  await allSettled(volumeChanged, { scope, params: 1.4 })
  await allSettled(rateChanged, { scope, params: 9 })
  await allSettled(muteToggled, { scope })
  expect(taken()).toEqual(['set 1 false 1', 'set 1 false 4', 'set 1 true 4'])
})

test('a video with sound pauses the player and gives the sound back, unless the user acted meanwhile', async () => {
  const { scope, signal, taken } = await listener()
  await allSettled(trackRequested, { scope, params: track('1') })
  await signal({ type: 'playing' })
  taken()
  await allSettled(pageVideoPlaying, { scope, params: true })
  await allSettled(pageVideoPlaying, { scope, params: false })
  expect(taken()).toEqual(['pause', 'play'])
  await allSettled(pageVideoPlaying, { scope, params: false })
  expect(taken()).toEqual([])
})

test('the sleep timer pauses after its minutes, or at the end of the episode', async () => {
  const { scope, signal, taken, timerFires, player } = await listener()
  await allSettled(trackRequested, { scope, params: track('1') })
  await allSettled(tracksQueued, { scope, params: [track('2')] })
  await signal({ type: 'playing' })
  await allSettled(sleepRequested, { scope, params: 5 })
  taken()
  await timerFires()
  expect(taken()).toEqual(['pause'])
  await allSettled(playToggled, { scope })
  await allSettled(sleepRequested, { scope, params: 'track' })
  await signal({ type: 'ended' })
  expect(player().track?.entryId).toBe('1')
})

test('a start that is cancelled says nothing, and one that fails says why', async () => {
  const { scope, signal, refuse, errors, player } = await listener()
  refuse(Object.assign(new Error('cancelled'), { name: 'AbortError' }))
  await allSettled(trackRequested, { scope, params: track('1') })
  expect(errors).toEqual([])
  refuse(Object.assign(new Error('press play first'), { name: 'NotAllowedError' }))
  await allSettled(trackRequested, { scope, params: track('2') })
  expect(errors).toEqual(['app:player.failed'])
  expect(player().status).toBe('paused')
  await signal({ type: 'error', reason: 'no such file' })
  expect(errors).toEqual(['app:player.failed', 'app:player.failed'])
})

test('the tracks of an entry are its audio, then its video, from the web only', () => {
  const file = (url: string, mime_type: string, duration_in_seconds?: number | string) => ({
    url,
    mime_type,
    ...(duration_in_seconds !== undefined && { duration_in_seconds }),
  })
  const tracks = tracksOf({
    id: '1',
    feedId: '2',
    title: 'Talk',
    media: [],
    attachments: [
      file('https://example.org/a.mp4', 'video/mp4'),
      file('javascript:alert(1)', 'audio/mpeg'),
      file('https://example.org/a.mp3', 'audio/mpeg', '1:02:03'),
      file('https://example.org/a.pdf', 'application/pdf'),
    ],
  } as unknown as Parameters<typeof tracksOf>[0])
  expect(tracks.map(({ src, duration }) => [src, duration])).toEqual([
    ['https://example.org/a.mp3', 3723],
    ['https://example.org/a.mp4', null],
  ])
})

test('the chapters of the show notes are stepped through; back goes to the start of the current one first', async () => {
  const { scope, signal, taken } = await listener()
  await allSettled(contentsLoaded, {
    scope,
    params: [
      [
        '1',
        {
          content: '0:00 Intro<br>2:00 News<br>5:00 End',
          status: 'ready',
          readabilityContent: null,
          readabilityUpdatedAt: null,
        },
      ],
    ],
  })
  await allSettled(trackRequested, { scope, params: track('1') })
  expect(scope.getState($chapters).map(({ title }) => title)).toEqual(['Intro', 'News', 'End'])
  taken()
  const step = async (by: 1 | -1) => {
    await allSettled(chapterStepRequested, { scope, params: by })
    return taken()
  }
  expect(await step(1)).toEqual(['seek 120'])
  await signal({ type: 'time', seconds: 150 })
  expect(await step(-1)).toEqual(['seek 120'])
  expect(await step(-1)).toEqual(['seek 0'])
  await allSettled(trackRequested, { scope, params: track('2') })
  expect(scope.getState($chapters)).toEqual([])
})

const ofProvider = (id: string) =>
  track(id, { src: `reader:${id}`, mime: null, duration: null, provider: 'reader' })

/** The same with an output for tracks of parts, which is named before each of its calls. */
async function withProvider() {
  const started = await listener()
  const { scope } = started
  const calls: string[] = []
  await allSettled(outputProvided, {
    scope,
    params: {
      provider: 'reader',
      output: {
        load: ({ entryId }, from) => calls.push(`load ${entryId} at ${from}`),
        play: async () => void calls.push('play'),
        pause: () => calls.push('pause'),
        seek: (part) => calls.push(`seek ${part}`),
        set: ({ rate }) => calls.push(`set ${rate}`),
        listen: () => () => {},
      },
    },
  })
  return {
    ...started,
    providerTaken: () => calls.splice(0),
    providerSignal: (signal: MediaSignal) =>
      allSettled(providerSignalled, { scope, params: { provider: 'reader', signal } }),
  }
}

test('a provider plays its own tracks, and each output pauses the other', async () => {
  const { scope, taken, providerTaken, providerSignal, signal, player } = await withProvider()
  await allSettled(trackRequested, { scope, params: track('1') })
  await signal({ type: 'playing' })
  providerTaken()
  taken()
  await allSettled(trackRequested, { scope, params: ofProvider('2') })
  expect(taken()).toEqual(['pause'])
  expect(providerTaken()).toEqual(['load 2 at 0', 'set 1', 'play'])
  // The element tells of its pause only now.
  await providerSignal({ type: 'playing' })
  await signal({ type: 'paused' })
  expect(player()).toMatchObject({ status: 'playing', track: { entryId: '2' } })
  await allSettled(playToggled, { scope })
  await allSettled(playToggled, { scope })
  expect(providerTaken()).toEqual(['pause', 'play'])
  await allSettled(trackRequested, { scope, params: track('3') })
  expect(providerTaken()).toEqual(['pause'])
  await providerSignal({ type: 'paused' })
  expect(player()).toMatchObject({ status: 'loading', track: { entryId: '3' } })
})

test('a track of parts is stepped through by one part, has no position and is not stored', async () => {
  const { scope, providerTaken, providerSignal, storage, player } = await withProvider()
  await allSettled(trackRequested, { scope, params: ofProvider('1') })
  await allSettled(tracksQueued, { scope, params: [ofProvider('2'), track('3')] })
  await providerSignal({ type: 'duration', seconds: 40 })
  await providerSignal({ type: 'time', seconds: 20 })
  providerTaken()
  await allSettled(skipRequested, { scope, params: 10 })
  await allSettled(skipRequested, { scope, params: -5 })
  await allSettled(seekRequested, { scope, params: 99 })
  expect(providerTaken()).toEqual(['seek 21', 'seek 20', 'seek 39'])
  expect(scope.getState($positions).get('1')).toBeUndefined()
  expect(JSON.parse(storage.get('follow:player') ?? '')).toMatchObject({
    track: null,
    show: false,
    queue: [{ entryId: '3' }],
  })
  // The end of one plays the next.
  await providerSignal({ type: 'ended' })
  expect(providerTaken()).toEqual(['load 2 at 0', 'set 1', 'play'])
  expect(player().queue).toMatchObject([{ entryId: '3' }])
})

test('the tracks of a provider leave with it', async () => {
  const { scope, player } = await withProvider()
  await allSettled(trackRequested, { scope, params: ofProvider('1') })
  await allSettled(tracksQueued, { scope, params: [ofProvider('2'), track('3')] })
  await allSettled(outputWithdrawn, { scope, params: 'reader' })
  expect(player()).toMatchObject({ show: false, track: null, queue: [{ entryId: '3' }] })
})
