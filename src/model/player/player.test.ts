import { allSettled, createWatch, fork, type Scope } from 'effector'
import { expect, test } from 'vitest'
import { errorNotified, infoNotified } from '../app/events.ts'
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
  previousTrackRequested,
  queueCleared,
  rateChanged,
  seekRequested,
  skipRequested,
  sleepRequested,
  trackMoved,
  trackRequested,
  tracksQueued,
  tracksRequested,
  trackUnqueued,
  volumeChanged,
  type MediaSignal,
  type Track,
} from './index.ts'
import { positionRecords } from './positions.ts'
import { outputProvided, outputsCompleted, outputWithdrawn, providerSignalled } from './media-output.ts'
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
/** @param beforeRead happens before the stored state is read */
async function listener(
  stored: Record<string, string> = {},
  beforeRead: (scope: Scope) => Promise<unknown> = () => Promise.resolve(),
) {
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
  const infos: unknown[] = []
  createWatch({ unit: infoNotified, scope, fn: (info) => infos.push(info) })
  createWatch({ unit: errorNotified, scope, fn: ({ key }) => errors.push(key) })
  await beforeRead(scope)
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
    infos,
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

test('a track that is requested before the media element is created plays once it is', async () => {
  const { taken, player } = await listener({}, (scope) =>
    allSettled(trackRequested, { scope, params: track('1') }),
  )
  expect(taken()).toEqual(['load 1.mp3 at 0', 'set 0.8 false 1', 'play'])
  expect(player()).toMatchObject({ show: true, status: 'loading', track: { entryId: '1' } })
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
  expect(second.taken()).toEqual(['load 1.mp3 at 300', 'set 0.8 false 1', 'play'])
  expect(second.player().status).toBe('loading')
  await second.signal({ type: 'time', seconds: 598 })
  expect(second.scope.getState($positions).has('1')).toBe(false)
})

test('an episode is finished at its end, again when it is played again, and not when it starts anew', async () => {
  const { scope, signal } = await listener()
  const record = () => scope.getState(positionRecords.$records).get('1')
  await allSettled(trackRequested, { scope, params: track('1') })
  await signal({ type: 'playing' })
  await signal({ type: 'time', seconds: 300 })
  expect(record()).toMatchObject({ seconds: 300 })
  await signal({ type: 'time', seconds: 5 })
  expect(record()).not.toHaveProperty('finished')
  await signal({ type: 'time', seconds: 595 })
  expect(record()).toMatchObject({ seconds: 0, finished: true })
  await signal({ type: 'time', seconds: 300 })
  expect(record()).not.toHaveProperty('finished')
  await signal({ type: 'time', seconds: 600 })
  expect(record()).toMatchObject({ seconds: 0, finished: true })
})

test('a short episode is finished too', async () => {
  const { scope, signal } = await listener()
  await allSettled(trackRequested, { scope, params: track('1', { duration: 8 }) })
  await signal({ type: 'duration', seconds: 8 })
  await signal({ type: 'time', seconds: 7 })
  expect(scope.getState(positionRecords.$records).get('1')).toMatchObject({ seconds: 0, finished: true })
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

const idsOf = (tracks: readonly (Track | null)[]) => tracks.map((one) => one?.entryId)

/** An output for tracks of parts. @returns takes its calls */
async function provide(scope: Scope): Promise<() => string[]> {
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
  return () => calls.splice(0)
}

async function withProvider() {
  const started = await listener()
  const { scope } = started
  return {
    ...started,
    providerTaken: await provide(scope),
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
  // The element reports its pause only now.
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

test('a track of parts is stepped through by one part and has no position', async () => {
  const { scope, providerTaken, providerSignal, player } = await withProvider()
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
  // The end of one plays the next.
  await providerSignal({ type: 'ended' })
  expect(providerTaken()).toEqual(['load 2 at 0', 'set 1', 'play'])
  expect(player().queue).toMatchObject([{ entryId: '3' }])
})

test('after a reload the tracks of a provider wait for it, and play from the part where they were left', async () => {
  const first = await withProvider()
  await allSettled(trackRequested, { scope: first.scope, params: ofProvider('1') })
  await allSettled(tracksQueued, { scope: first.scope, params: [ofProvider('2'), track('3')] })
  await first.providerSignal({ type: 'time', seconds: 20 })

  const second = await listener(Object.fromEntries(first.storage))
  expect(second.player()).toMatchObject({ status: 'paused', currentTime: 20, track: { entryId: '1' } })
  await allSettled(playToggled, { scope: second.scope })
  expect(second.player().status).toBe('loading')
  const calls = await provide(second.scope)
  await allSettled(outputsCompleted, { scope: second.scope })
  expect(calls()).toEqual(['load 1 at 20', 'set 1', 'play'])
  expect(second.player().queue.map(({ entryId }) => entryId)).toEqual(['2', '3'])
  expect(second.infos).toEqual([])
})

test('tracks whose provider is switched off leave the player after a reload, with a word', async () => {
  const first = await withProvider()
  await allSettled(trackRequested, { scope: first.scope, params: ofProvider('1') })
  await allSettled(tracksQueued, { scope: first.scope, params: [ofProvider('2'), track('3')] })

  const late = await listener(Object.fromEntries(first.storage))
  await allSettled(outputsCompleted, { scope: late.scope })
  expect(late.player()).toMatchObject({ show: false, track: null, queue: [{ entryId: '3' }] })
  expect(late.infos).toEqual([{ key: 'app:player.abandoned', values: { count: 2 } }])
})

test('a reload keeps the player where plugins start before it', async () => {
  const first = await listener()
  await allSettled(trackRequested, { scope: first.scope, params: track('1') })
  await allSettled(tracksQueued, { scope: first.scope, params: [track('2')] })
  await allSettled(volumeChanged, { scope: first.scope, params: 0.3 })
  await first.signal({ type: 'time', seconds: 20 })

  const second = await listener(Object.fromEntries(first.storage), (scope) =>
    allSettled(outputsCompleted, { scope }),
  )
  const left = {
    show: true,
    status: 'paused',
    track: { entryId: '1' },
    currentTime: 20,
    volume: 0.3,
    queue: [{ entryId: '2' }],
  }
  expect(second.player()).toMatchObject(left)
  expect((await listener(Object.fromEntries(second.storage))).player()).toMatchObject(left)
})

test('what is played before the stored state is read plays on, with the stored queue after it', async () => {
  const first = await listener()
  await allSettled(trackRequested, { scope: first.scope, params: track('1') })
  await allSettled(tracksQueued, { scope: first.scope, params: [track('2')] })
  const second = await listener(Object.fromEntries(first.storage), (scope) =>
    allSettled(trackRequested, { scope, params: track('3') }),
  )
  expect(second.player()).toMatchObject({ track: { entryId: '3' }, queue: [{ entryId: '2' }] })
})

test('the volume has no more than two decimals', async () => {
  const { scope, player } = await listener()
  await allSettled(volumeChanged, { scope, params: 0.8 + 0.05 })
  expect(player().volume).toBe(0.85)
})

test('previous plays what was played before, and next the one that it left', async () => {
  const { scope, player } = await listener()
  await allSettled(previousTrackRequested, { scope })
  expect(player().track).toBeNull()
  await allSettled(tracksRequested, { scope, params: [track('1'), track('2'), track('3')] })
  await allSettled(nextTrackRequested, { scope })
  await allSettled(nextTrackRequested, { scope })
  const order = () => [player().played, [player().track], player().queue].map(idsOf)
  expect(order()).toEqual([['1', '2'], ['3'], []])
  await allSettled(previousTrackRequested, { scope })
  expect(order()).toEqual([['1'], ['2'], ['3']])
  await allSettled(nextTrackRequested, { scope })
  expect(order()).toEqual([['1', '2'], ['3'], []])
})

test('requested tracks play before what is queued, also when the one that plays is among them', async () => {
  const { scope, player } = await listener()
  await allSettled(trackRequested, { scope, params: track('1') })
  await allSettled(tracksQueued, { scope, params: [track('4'), track('3')] })
  await allSettled(tracksRequested, { scope, params: [track('2'), track('1'), track('3')] })
  expect(player().track?.entryId).toBe('2')
  expect(idsOf(player().queue)).toEqual(['1', '3', '4'])
})

test('the queue is reordered within its ends, and tracks are removed from it', async () => {
  const { scope, player } = await listener()
  await allSettled(tracksRequested, { scope, params: ['1', '2', '3', '4'].map((id) => track(id)) })
  const { src } = track('2')
  const move = async (by: 1 | -1) => {
    await allSettled(trackMoved, { scope, params: { src, by } })
    return idsOf(player().queue)
  }
  expect(await move(-1)).toEqual(['2', '3', '4'])
  expect(await move(1)).toEqual(['3', '2', '4'])
  expect(await move(1)).toEqual(['3', '4', '2'])
  expect(await move(1)).toEqual(['3', '4', '2'])
  await allSettled(trackUnqueued, { scope, params: { src } })
  expect(idsOf(player().queue)).toEqual(['3', '4'])
  await allSettled(queueCleared, { scope })
  expect(player()).toMatchObject({ track: { entryId: '1' }, queue: [] })
})

test('the tracks of a provider leave with it', async () => {
  const { scope, player } = await withProvider()
  await allSettled(trackRequested, { scope, params: ofProvider('1') })
  await allSettled(tracksQueued, { scope, params: [ofProvider('2'), track('3')] })
  await allSettled(outputWithdrawn, { scope, params: 'reader' })
  expect(player()).toMatchObject({ show: false, track: null, queue: [{ entryId: '3' }] })
})
