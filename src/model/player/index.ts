/** The player: one track, a queue, and the position of each episode (spec 3 and 4). Loaded once the app is idle. */
import { attach, combine, createEvent, createStore, sample, scopeBind } from 'effector'
import type { Podcast, TranscriptLine } from '../../contract/podcast.ts'
import { errorNotified, infoNotified, userDataCleared } from '../app/events.ts'
import { $offlineFiles } from '../offline/files.ts'
import { contentsRequested } from '../entries/contents.ts'
import { $contents, $entrySummaries, rowsRequested } from '../entries/state.ts'
import { $chapterFiles, $transcripts, chaptersRequested, transcriptRequested } from '../episodes/index.ts'
import { $services } from '../services.ts'
import { createTimer } from '../timer.ts'
import { chapterAt, chaptersIn, chaptersOf, lineAt, type Chapter } from './chapters.ts'
import { siteFilmClosed, siteFilmPlayed } from './films.ts'
import {
  chapterStepRequested,
  lineStepRequested,
  momentRequested,
  muteToggled,
  nextTrackRequested,
  pageVideoPlaying,
  pauseRequested,
  playerClosed,
  playToggled,
  previousTrackRequested,
  queueCleared,
  rateChanged,
  seekRequested,
  skipRequested,
  silenceToggled,
  sleepRequested,
  trackMoved,
  trackRequested,
  tracksQueued,
  tracksRequested,
  trackUnqueued,
  volumeChanged,
  downloadRequested,
  type Track,
} from './events.ts'
import {
  $areOutputsComplete,
  $mediaOutput,
  $providedOutputs,
  outputProvided,
  outputWithdrawn,
  providerSignalled,
  type MediaOutput,
  type MediaSignal,
} from './media-output.ts'
import { moved, withoutTracks, withQueue, withStarted, type Player, type TrackStart } from './queue.ts'
import { playerSummaryChanged } from './summary.ts'
import { $positions, positionReached, positionRecords } from './positions.ts'
import { changesOf, queueRecords, tracksInOrder } from './queue-records.ts'
import { parsePlayer, type StoredPlayer } from './stored-player.ts'

export * from './events.ts'
export * from './films.ts'
export { $positions } from './positions.ts'
export { type MediaOutput, type MediaSignal } from './media-output.ts'

const KEY = 'follow:player'
/** Positions nearer to the start or the end than this are not stored, seconds. */
const EDGE_S = 10
/** Seconds that count as the start of a chapter. */
const CHAPTER_START_S = 3
/** The same of a line, which takes a few seconds. */
const LINE_START_S = 1
/** Seconds after the end of a soundbite in which playing pauses. */
const UNTIL_S = 3

const initial: Player = {
  show: false,
  status: 'paused',
  track: null,
  currentTime: 0,
  duration: 0,
  playbackRate: 1,
  volume: 0.8,
  isMute: false,
  shortensSilence: false,
  queue: [],
  played: [],
}

/** The app is idle: the stored state is read and the media element created. */
export const playerLoaded = createEvent()
export const outputCreated = createEvent<MediaOutput>()
$mediaOutput.on(outputCreated, (_, output) => output)
const stateRead = createEvent<StoredPlayer>()
const signalled = createEvent<MediaSignal>()
const trackStarted = createEvent<TrackStart>()
const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

export const $player = createStore<Player>(initial, { serialize: 'ignore' })
  // Stored status resets to paused at start.
  .on(stateRead, withStored)
  .on(trackStarted, withStarted)
  .on(tracksQueued, (player, tracks) => withQueue(player, [...player.queue, ...tracks]))
  .on(trackUnqueued, (player, { src }) =>
    withQueue(
      player,
      player.queue.filter((queued) => queued.src !== src),
    ),
  )
  .on(trackMoved, (player, { src, by }) => withQueue(player, moved(player.queue, src, by)))
  .on(queueCleared, (player) => withQueue(player, []))
  .on(rateChanged, (player, rate) => ({ ...player, playbackRate: clamp(rate, 0.25, 4) }))
  .on(volumeChanged, (player, volume) => ({
    ...player,
    volume: Math.round(clamp(volume, 0, 1) * 100) / 100,
    isMute: false,
  }))
  .on(muteToggled, (player) => ({ ...player, isMute: !player.isMute }))
  .on(silenceToggled, (player) => ({ ...player, shortensSilence: !player.shortensSilence }))
  .on(playerClosed, (player) => ({ ...player, show: false, status: 'paused' }))
  .on(signalled, withSignal)
  .on(outputWithdrawn, (player, provider) => withoutTracks(player, (track) => track.provider === provider))
  .reset(userDataCleared)

/** The stored state, paused. A track that the user started before it was read keeps playing. */
function withStored(player: Player, stored: StoredPlayer): Player {
  const { playbackRate, volume, isMute, shortensSilence, played, queue } = stored
  const settings = { playbackRate, volume, isMute, shortensSilence, played }
  if (player.track) return withQueue({ ...player, ...settings }, [...player.queue, ...queue])
  const { show, track, currentTime, duration } = stored
  return { ...player, ...settings, show, track, currentTime, duration, queue, status: 'paused' }
}

function withSignal(player: Player, signal: MediaSignal): Player {
  switch (signal.type) {
    case 'playing':
      return { ...player, status: 'playing' }
    case 'waiting':
      return player.status === 'paused' ? player : { ...player, status: 'loading' }
    case 'paused':
    case 'ended':
    case 'error':
      return { ...player, status: 'paused' }
    case 'time':
      // The stored time updates each second.
      return Math.floor(signal.seconds) === Math.floor(player.currentTime)
        ? player
        : { ...player, currentTime: signal.seconds }
    case 'notAnalysed':
      return player
    case 'duration':
      return { ...player, duration: Number.isFinite(signal.seconds) ? signal.seconds : 0 }
  }
}

/** An episode continues at its stored position. */
const startOf = (positions: ReadonlyMap<string, number>, track: Track): number =>
  track.provider ? 0 : (positions.get(track.entryId) ?? 0)
sample({
  clock: [
    trackRequested.map((track) => ({ track, next: [] })),
    tracksRequested.filterMap(([track, ...next]) => track && { track, next }),
  ],
  source: $positions,
  fn: (positions, { track, next }) => ({ track, next, from: startOf(positions, track) }),
  target: trackStarted,
})
sample({
  clock: previousTrackRequested,
  source: { player: $player, positions: $positions },
  filter: ({ player }) => player.played.length > 0,
  fn: ({ player, positions }) => {
    const track = player.played.at(-1) as Track
    return { track, from: startOf(positions, track), isBack: true }
  },
  target: trackStarted,
})
/** Queued while nothing is loaded: the first one plays. */
sample({
  clock: tracksQueued,
  source: $player,
  filter: ({ track }) => track === null,
  fn: ({ queue }) => queue[0] as Track,
  target: trackRequested,
})
/** Of the track. */
const $output = combine($mediaOutput, $providedOutputs, $player, (element, provided, { track }) =>
  track?.provider ? (provided.get(track.provider) ?? null) : element,
)
const $otherOutputs = combine($mediaOutput, $providedOutputs, $output, (element, provided, output) =>
  [...provided.values(), element].filter((one) => one !== null && one !== output),
)
const withOutput = { output: $output, player: $player }
const valuesOf = ({ volume, isMute, playbackRate, shortensSilence, track }: Player) => ({
  volume,
  muted: isMute,
  rate: playbackRate,
  ...(!track?.provider && { shortensSilence }),
})
const startFx = attach({
  source: { ...withOutput, others: $otherOutputs, stored: $offlineFiles },
  effect: async ({ output, others, player, stored }, { track, from }: { track: Track; from: number }) => {
    for (const other of others) other?.pause()
    output?.load({ ...track, src: stored.recordings.get(track.src) ?? track.src }, from)
    output?.set(valuesOf(player))
    await output?.play()
  },
})
const resumeFx = attach({ source: $output, effect: async (output) => output?.play() })
/** Sought before it is resumed: nothing of the old place sounds. */
const moveFx = attach({
  source: $output,
  effect: async (output, { seconds, isPaused }: { readonly seconds: number; readonly isPaused: boolean }) => {
    output?.seek(seconds)
    if (isPaused) await output?.play()
  },
})
const pauseFx = attach({ source: $output, effect: (output) => output?.pause() })
const seekFx = attach({ source: $output, effect: (output, time: number) => output?.seek(time) })
const tuneFx = attach({
  source: withOutput,
  effect: ({ output, player }) => output?.set(valuesOf(player)),
})
sample({ clock: trackStarted, target: startFx })
sample({ clock: [rateChanged, volumeChanged, muteToggled, silenceToggled], fn: () => {}, target: tuneFx })

/** Two films, or a film and an episode, do not play at once. */
sample({ clock: siteFilmPlayed, fn: () => {}, target: pauseRequested })
sample({ clock: [trackStarted, resumeFx, moveFx], fn: () => {}, target: siteFilmClosed })

/** After a reload the track is not loaded yet: it starts where it was left. */
const $isLoaded = createStore(false, { serialize: 'ignore' }).on(
  sample({ clock: startFx, source: $output, fn: (output) => output !== null }),
  (_, isLoaded) => isLoaded,
)
/** What a press does, decided once: starting changes the state that the others depend on. */
const toggled = sample({
  clock: playToggled,
  source: { player: $player, isLoaded: $isLoaded },
  fn: ({ player: { track, status, currentTime }, isLoaded }) => ({
    isPause: status !== 'paused',
    isResume: status === 'paused' && track !== null && isLoaded,
    start: status === 'paused' && track !== null && !isLoaded ? { track, from: currentTime } : undefined,
  }),
})
sample({ clock: toggled.filterMap(({ start }) => start), target: trackStarted })
sample({ clock: toggled, filter: ({ isResume }) => isResume, fn: () => {}, target: resumeFx })
sample({ clock: toggled, filter: ({ isPause }) => isPause, fn: () => {}, target: pauseFx })
/** A moment of the loaded track is sought, any other track starts there. */
const moment = sample({
  clock: momentRequested,
  source: { player: $player, isLoaded: $isLoaded },
  fn: ({ player, isLoaded }, { track, seconds }) => ({
    track,
    seconds,
    isHere: isLoaded && player.track?.src === track.src,
    isPaused: player.status === 'paused',
  }),
})
sample({
  clock: moment,
  filter: ({ isHere }) => !isHere,
  fn: ({ track, seconds }) => ({ track, from: seconds }),
  target: trackStarted,
})
sample({ clock: moment, filter: ({ isHere }) => isHere, target: moveFx })
$player.on(moveFx, (player, { seconds }) => ({ ...player, show: true, currentTime: seconds }))
/** Where a soundbite ends, seconds. Past it by more than a moment the user has moved on, and hears on. */
const $until = createStore<number | null>(null, { serialize: 'ignore' })
  .on(momentRequested, (_, { until }) => until ?? null)
  .reset([trackRequested, tracksRequested, previousTrackRequested, playerClosed])
const ended = sample({
  clock: signalled.filterMap((signal) => (signal.type === 'time' ? signal.seconds : undefined)),
  source: $until,
  filter: (until, seconds) => until !== null && seconds >= until,
  fn: (until, seconds) => seconds < (until ?? 0) + UNTIL_S,
})
sample({ clock: ended, filter: Boolean, fn: () => {}, target: pauseFx })
$until.reset(ended)
/** Play was pressed before the provider had started, or before the app was idle, which creates the media element. */
sample({
  clock: [
    outputProvided.map(({ provider }) => ({ provider })),
    outputCreated.map(() => ({ provider: undefined })),
  ],
  source: $player,
  filter: ({ track, status }, { provider }) =>
    track !== null && track.provider === provider && status === 'loading',
  fn: ({ track, currentTime }) => ({ track: track as Track, from: currentTime }),
  target: trackStarted,
})
sample({ clock: [pauseRequested, playerClosed], target: pauseFx })
$player.on(pauseFx, (player) => ({ ...player, status: 'paused' }))

const seeked = sample({
  clock: [seekRequested, skipRequested.map((by) => ({ by }))],
  source: $player,
  fn: ({ track, currentTime, duration }, to) => {
    const end = duration > 0 ? duration : Number.MAX_SAFE_INTEGER
    if (!track?.provider) return clamp(typeof to === 'number' ? to : currentTime + to.by, 0, end)
    return clamp(typeof to === 'number' ? to : currentTime + Math.sign(to.by), 0, end - 1)
  },
})
$player.on(seeked, (player, currentTime) => ({ ...player, currentTime }))
sample({ clock: seeked, target: seekFx })

/** Chapters of the track. The show notes are read when it is loaded; the cache may drop them later. */
const $notedChapters = createStore<readonly Chapter[]>([], { serialize: 'ignore' })
const $trackEntryId = $player.map(({ track }) => (track?.provider ? null : (track?.entryId ?? null)))
const $showNotes = combine($contents, $trackEntryId, (contents, id) =>
  id === null ? null : (contents.get(id)?.content ?? null),
)
$notedChapters
  .reset($trackEntryId)
  .on($showNotes, (chapters, notes) => (notes === null ? chapters : chaptersIn(notes)))
sample({
  clock: $trackEntryId,
  filter: Boolean,
  fn: (id) => [id],
  target: [contentsRequested, rowsRequested],
})

/** What the feed says of the track's episode. The list may have dropped its entry. */
const $podcast = createStore<Podcast | null>(null, { serialize: 'ignore' })
  .reset($trackEntryId)
  .on(
    combine($entrySummaries, $trackEntryId, (entries, id) => (id && entries.get(id)?.extra?.podcast) || null),
    (known, podcast) => podcast ?? known,
  )
const episode = sample({
  clock: $podcast,
  source: $trackEntryId,
  filter: (id, podcast) => id !== null && podcast !== null,
  fn: (id, podcast) => ({ id: id ?? '', podcast }),
})
sample({
  clock: episode.filter({ fn: ({ podcast }) => podcast?.chaptersUrl !== undefined && !podcast.chapters }),
  fn: ({ id }) => id,
  target: chaptersRequested,
})
sample({
  clock: episode.filter({ fn: ({ podcast }) => podcast?.transcripts !== undefined }),
  fn: ({ id }) => id,
  target: transcriptRequested,
})
const $fileChapters = combine($chapterFiles, $trackEntryId, (files, id) => {
  const file = files.get(id ?? '')
  return file?.status === 'ready' ? file.value : null
})
export const $chapters = combine($notedChapters, $podcast, $fileChapters, (noted, podcast, file) => {
  const list = podcast?.chapters ?? file ?? []
  return list.length > 0 ? chaptersOf(list) : noted
})
const NO_LINES: readonly TranscriptLine[] = []
/** Lines of the track's transcript; none where it has no times. */
export const $lines = combine($transcripts, $trackEntryId, (files, id) => {
  const file = files.get(id ?? '')
  const lines = file?.status === 'ready' ? file.value?.lines : undefined
  return lines?.some(({ start }) => start !== null) ? lines : NO_LINES
})
/** Index of the line at the time of the track; -1 before the first. */
export const $lineAt = combine($player, $lines, ({ currentTime }, lines) => lineAt(lines, currentTime))
sample({
  clock: lineStepRequested,
  source: { player: $player, lines: $lines },
  filter: ({ lines }) => lines.length > 0,
  fn: ({ player, lines }, step) => stepToLine(lines, player, step),
  target: seekRequested,
})
sample({
  clock: chapterStepRequested,
  source: { player: $player, chapters: $chapters },
  filter: ({ chapters }) => chapters.length > 0,
  fn: ({ player, chapters }, step) => stepToChapter(chapters, player, step),
  target: seekRequested,
})

/** Back first goes to the start of the current chapter, unless it began a moment ago. */
function stepToChapter(
  chapters: readonly Chapter[],
  { currentTime, duration }: Player,
  step: 1 | -1,
): number {
  const from = step === 1 ? currentTime : currentTime - CHAPTER_START_S
  const index = chapterAt(chapters, from) + (step === 1 ? 1 : 0)
  return index < 0 ? 0 : (chapters[index]?.start ?? duration)
}

/** The same for lines, of which some may have no time. */
function stepToLine(lines: readonly TranscriptLine[], { currentTime }: Player, step: 1 | -1): number {
  const starts = lines.flatMap(({ start }) => (start === null ? [] : [start]))
  return step === 1
    ? (starts.find((start) => start > currentTime) ?? currentTime)
    : (starts.findLast((start) => start < currentTime - LINE_START_S) ?? 0)
}

/** At the end of a track, or on request, the next one of the queue plays. */
const $sleepAtEnd = createStore(false, { serialize: 'ignore' }).on(
  sleepRequested,
  (_, request) => request === 'track',
)
sample({
  clock: [nextTrackRequested, signalled.filter({ fn: ({ type }) => type === 'ended' })],
  source: { player: $player, sleepAtEnd: $sleepAtEnd },
  filter: ({ player, sleepAtEnd }) => player.queue.length > 0 && !sleepAtEnd,
  fn: ({ player }) => player.queue[0] as Track,
  target: trackRequested,
})

const sleepTimer = createTimer()
/** The sleep timer: minutes as requested, or the end of the track. */
export const $sleep = createStore<number | 'track' | null>(null, { serialize: 'ignore' })
  .on(sleepRequested, (_, request) => request)
  .reset(playerClosed)
sample({
  clock: sleepRequested,
  filter: (request) => typeof request === 'number',
  fn: (minutes) => (minutes as number) * 60_000,
  target: sleepTimer.started,
})
const slept = sample({
  clock: sleepTimer.fired,
  source: $sleep,
  filter: (sleep) => typeof sleep === 'number',
  fn: () => {},
})
sample({ clock: slept, target: pauseFx })
$sleep.reset(slept)

/** A video with sound pauses the player, which resumes afterwards. */
const $interrupted = createStore(false, { serialize: 'ignore' })
const interrupted = sample({
  clock: pageVideoPlaying,
  source: $player,
  filter: ({ status }, isPlaying) => isPlaying && status !== 'paused',
  fn: () => {},
})
$interrupted.on(interrupted, () => true).reset([trackStarted, playToggled, playerClosed])
sample({ clock: interrupted, target: pauseFx })
const resumed = sample({
  clock: pageVideoPlaying,
  source: $interrupted,
  filter: (wasInterrupted, isPlaying) => wasInterrupted && !isPlaying,
  fn: () => {},
})
sample({ clock: resumed, target: resumeFx })
$interrupted.reset(resumed)

/** A start that a newer request cancels is no failure, and the element itself reports a file that cannot be played. */
sample({
  clock: [startFx.failData, resumeFx.failData, moveFx.failData],
  filter: ({ name }) => name === 'NotAllowedError',
  fn: ({ message }) => ({ type: 'error', reason: message }) as const,
  target: signalled,
})
sample({
  clock: signalled,
  source: $player,
  filter: (_, { type }) => type === 'error',
  fn: ({ track }, signal) => ({
    key: 'app:player.failed',
    values: { title: track?.title ?? '' },
    ...(signal.type === 'error' && { reason: signal.reason }),
  }),
  target: errorNotified,
})

/** The host of the track does not let the page hear it, so that its silences stay. */
export const $isNotAnalysed = createStore(false, { serialize: 'ignore' }).reset(trackStarted)
const notAnalysed = signalled.filter({ fn: ({ type }) => type === 'notAnalysed' })
$isNotAnalysed.on(notAnalysed, () => true)
sample({ clock: notAnalysed, fn: () => ({ key: 'app:player.notAnalysed' }), target: infoNotified })

const elementSignalled = createEvent<MediaSignal>()
const listenFx = attach({
  source: $mediaOutput,
  effect: (output) => void output?.listen(scopeBind(elementSignalled)),
})
// Events of another output than the track's are stale.
sample({
  clock: [elementSignalled.map((signal) => ({ provider: undefined, signal })), providerSignalled],
  source: $player,
  filter: ({ track }, { provider }) => track?.provider === provider,
  fn: (_, { signal }) => signal,
  target: signalled,
})
sample({ clock: outputCreated, fn: () => {}, target: listenFx })

const downloadFx = attach({
  source: { services: $services, player: $player },
  effect: ({ services, player: { track } }) =>
    track && !track.provider && services.platform.openAddress(track.src),
})
sample({ clock: downloadRequested, target: downloadFx })

// A position exists while a track plays, but not at its end.
sample({
  clock: stateRead,
  fn: ({ positions: records, unsent }) => ({ records, unsent }),
  target: positionRecords.storedRead,
})
sample({
  clock: $player,
  filter: ({ track }) => track !== null && !track.provider,
  fn: ({ track, currentTime, duration }) => {
    const finished = duration > 0 && currentTime > 0 && currentTime >= duration - EDGE_S
    const seconds = currentTime > EDGE_S && !finished ? currentTime : 0
    return { entryId: track?.entryId ?? '', seconds, ...(finished && { finished }) }
  },
  target: positionReached,
})
sample({
  clock: [
    pauseFx,
    playerClosed,
    trackStarted,
    signalled.filter({ fn: ({ type }) => type === 'paused' || type === 'ended' }),
  ],
  fn: () => {},
  target: positionRecords.sendRequested,
})
/** Another device continued the episode that is paused here. */
const movedOn = sample({
  clock: positionRecords.newerReceived,
  source: $player,
  filter: ({ status, track }, newer) =>
    status === 'paused' && !track?.provider && newer.some(({ entryId }) => entryId === track?.entryId),
  fn: ({ track }, newer) => newer.find(({ entryId }) => entryId === track?.entryId)?.seconds ?? 0,
})
sample({ clock: movedOn, target: seekRequested })

// The queue is the same on each device.
sample({
  clock: stateRead,
  fn: ({ queueRecords: records, unsentTracks: unsent }) => ({ records, unsent }),
  target: queueRecords.storedRead,
})
const $queue = $player.map(({ queue }) => queue)
sample({
  clock: sample({
    clock: [$queue, queueRecords.storedRead],
    source: { records: queueRecords.$records, player: $player },
    filter: queueRecords.$isRead,
    fn: ({ records, player: { queue, track } }) => changesOf(records, queue, track?.src),
  }),
  filter: ({ length }) => length > 0,
  target: queueRecords.changed,
})
/** What plays here leaves the queue everywhere. */
sample({
  clock: sample({
    clock: trackStarted,
    source: queueRecords.$records,
    fn: (records, { track }) => {
      const record = records.get(track.src)
      return record && !record.removed ? [{ ...record, removed: true }] : []
    },
  }),
  filter: ({ length }) => length > 0,
  target: queueRecords.changed,
})
const queueReceived = sample({
  clock: queueRecords.newerReceived,
  source: queueRecords.$records,
  fn: (records) => tracksInOrder(records.values()),
})
$player.on(queueReceived, withQueue)

const readFx = attach({
  source: $services,
  effect: ({ storage }) => parsePlayer(storage.getItem(KEY)),
})
const $stored = combine({ player: $player, positions: positionRecords.$stored, queue: queueRecords.$stored })
const writeFx = attach({
  source: { services: $services, stored: $stored },
  effect: ({ services, stored: { player, positions: known, queue } }) => {
    const { status: _, ...stored } = player
    services.storage.setItem(
      KEY,
      JSON.stringify({
        ...stored,
        positions: known.records,
        unsent: known.unsent,
        queueRecords: queue.records,
        unsentTracks: queue.unsent,
      }),
    )
  },
})
sample({ clock: playerLoaded, target: readFx })
sample({ clock: readFx.doneData, target: stateRead })
/** Until then there is nothing to write and nothing to drop. */
const $isStateRead = createStore(false, { serialize: 'ignore' }).on(stateRead, () => true)
/** The tracks of a reload whose provider has been switched off meanwhile. */
const $isAbandoned = combine(
  $providedOutputs,
  (outputs) =>
    ({ provider }: Track) =>
      provider !== undefined && !outputs.has(provider),
)
const abandoned = sample({
  clock: [stateRead, $areOutputsComplete],
  source: {
    player: $player,
    isAbandoned: $isAbandoned,
    areComplete: $areOutputsComplete,
    isRead: $isStateRead,
  },
  filter: ({ areComplete, isRead }) => areComplete && isRead,
  fn: ({ player: { track, queue }, isAbandoned }) => ({
    isAbandoned,
    count: [...(track ? [track] : []), ...queue].filter(isAbandoned).length,
  }),
})
$player.on(abandoned, (player, { isAbandoned }) => withoutTracks(player, isAbandoned))
sample({
  clock: abandoned.filter({ fn: ({ count }) => count > 0 }),
  fn: ({ count }) => ({ key: 'app:player.abandoned', values: { count } }),
  target: infoNotified,
})
// Not at each timeupdate: the stores change once a second.
sample({ clock: $stored, source: $isStateRead, filter: Boolean, fn: () => {}, target: writeFx })

sample({
  clock: combine({ player: $player, chapters: $chapters, lines: $lines }),
  fn: ({ player: { track, status, show, volume, playbackRate, queue, played }, chapters, lines }) => ({
    track,
    isPlaying: status !== 'paused',
    show,
    volume,
    playbackRate,
    chapters,
    lines,
    queue,
    hasPrevious: played.length > 0,
  }),
  target: playerSummaryChanged,
})
