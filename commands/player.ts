/** The player. */
import { attach } from 'effector'
import { done, nothing, type CommandCall, type CommandResult } from '../src/core/index.ts'
import { dialogOpened } from '../src/model/layout/index.ts'
import { navigationRequested } from '../src/model/location/index.ts'
import type { EntryHead } from '../src/model/rows.ts'
import { clockOf } from '../src/model/player/chapters.ts'
import { embedOf } from '../src/model/player/embeds.ts'
import { $filmStages, $siteFilm, siteFilmClosed, siteFilmPlayed } from '../src/model/player/films.ts'
import {
  chapterStepRequested,
  downloadRequested,
  fullscreenToggled,
  lineStepRequested,
  momentRequested,
  muteToggled,
  nextTrackRequested,
  pictureInPictureToggled,
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
  type Track,
} from '../src/model/player/index.ts'
import { $playerSummary } from '../src/model/player/summary.ts'
import { isFilm, tracksOf } from '../src/model/player/tracks.ts'
import { fixedChoices } from './choices.ts'
import { $loadedEntries, entriesOf } from './command-args.ts'
import { commandGroup, openDialog, trigger, triggerFrom } from './define-command.ts'

/** Seconds of the back and forward buttons and keys. */
const BUTTON_S = 10
const KEY_S = 5
const VOLUME_STEP = 0.05
const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
const SLEEP_MINUTES = [5, 15, 30, 45, 60]
const inPlayer = ['video-player']
const hasQueue = 'player || queued > 0'

const nothingToPlay = nothing({ key: 'app:player.nothingToPlay' })
const skip = (by: number, keys: string) => ({
  kind: 'motion' as const,
  needs: 'player',
  bindings: [{ keys, where: inPlayer }],
  repeats: true,
  takesCount: true,
  run: trigger(skipRequested, ({ count }) => by * count),
})
const louder = (by: number, keys: string) => ({
  kind: 'view' as const,
  needs: 'player',
  bindings: [{ keys, where: inPlayer }],
  repeats: true,
  run: triggerFrom($playerSummary, volumeChanged, ({ volume }) => volume + by),
})
const faster = (by: 1 | -1, keys: string) => ({
  kind: 'view' as const,
  needs: 'player',
  bindings: [{ keys, where: inPlayer }],
  run: triggerFrom($playerSummary, rateChanged, ({ playbackRate }) => {
    const at = RATES.findIndex((rate) => rate >= playbackRate)
    return RATES[Math.min(RATES.length - 1, Math.max(0, (at === -1 ? RATES.length - 1 : at) + by))]
  }),
})

const nothingQueued = nothing({ key: 'app:player.nothingQueued' })
const $queueChoices = $playerSummary.map(
  ({ queue }) =>
    () =>
      queue.map(({ src, title }) => ({ value: src, title })),
)
const whereQueued = (change: () => void) =>
  attach({
    source: $playerSummary,
    effect: ({ queue }, _: CommandCall) => {
      if (queue.length === 0) return nothingQueued
      change()
      return done()
    },
  })
/** A command on a track of the queue. */
const onQueued = (change: (track: Track) => void) => ({
  kind: 'view' as const,
  needs: hasQueue,
  args: [{ name: 'track', title: 'ask.track', type: 'enum' as const, choices: $queueChoices }],
  run: attach({
    source: $playerSummary,
    effect: ({ queue }, { args }: CommandCall) => {
      const track = queue.find(({ src }) => src === args['track'])
      if (!track) return nothingQueued
      change(track)
      return done()
    },
  }),
})

const $chapterChoices = $playerSummary.map(
  ({ chapters }) =>
    () =>
      chapters.map(({ start, time, title }) => ({ value: start, title, detail: time })),
)
const $lineChoices = $playerSummary.map(
  ({ lines }) =>
    () =>
      lines.flatMap(({ start, text, speaker }) =>
        start === null
          ? []
          : [{ value: start, title: text, detail: [clockOf(start), speaker].filter(Boolean).join(' · ') }],
      ),
)
const toLine = (step: 1 | -1) =>
  attach({
    source: $playerSummary,
    effect: ({ lines }, _: CommandCall) => {
      if (lines.length === 0) return nothing({ key: 'app:player.noTranscript' })
      lineStepRequested(step)
      return done()
    },
  })
const toChapter = (step: 1 | -1) =>
  attach({
    source: $playerSummary,
    effect: ({ chapters }, _: CommandCall) => {
      if (chapters.length === 0) return nothing({ key: 'app:player.noChapters' })
      chapterStepRequested(step)
      return done()
    },
  })

/** A video that only its site's player can play: that player opens on the stage in its entry, or in a dialog. */
function playOnSite(entries: readonly EntryHead[], stages: readonly string[]): CommandResult {
  for (const entry of entries) {
    const embed = embedOf(entry)
    if (!embed) continue
    const { page } = embed
    const title = entry.title ?? ''
    if (stages.includes(page)) siteFilmPlayed({ page, title, entryId: entry.id, feedId: entry.feedId })
    else {
      siteFilmClosed()
      dialogOpened({ id: 'player-embed', props: { page, title } })
    }
    return done()
  }
  return nothingToPlay
}

export const playerCommands = [
  ...commandGroup('global', {
    'toggle-corner-play': {
      kind: 'view',
      needs: 'player',
      bindings: [
        { keys: 'Space', where: [...inPlayer, 'subscription-list', 'home', 'sub-layer'] },
        { keys: '\\' },
      ],
      icon: 'play',
      run: trigger(playToggled, () => {}),
    },
  }),
  ...commandGroup('player', {
    play: {
      kind: 'view',
      bindings: [{ keys: 'Shift+p', where: ['timeline', 'entry-render'] }],
      target: 'entries',
      targetNeeds: 'entry || selected > 0',
      icon: 'play',
      run: attach({
        source: { loaded: $loadedEntries, stages: $filmStages },
        effect: ({ loaded, stages }, { args }: CommandCall) => {
          const entries = entriesOf(loaded, args)
          const tracks = entries.flatMap(tracksOf)
          if (tracks.length === 0) return playOnSite(entries, stages)
          tracksRequested(tracks)
          return done()
        },
      }),
    },
    /** `until`: where it pauses again. */
    'play-from': {
      kind: 'motion',
      target: 'entries',
      targetNeeds: 'entry',
      args: [
        { name: 'seconds', title: 'ask.seconds', type: 'number', min: 0 },
        { name: 'until', title: 'ask.seconds', type: 'number', min: 0, optional: true },
      ],
      run: attach({
        source: $loadedEntries,
        effect: (loaded, { args }: CommandCall) => {
          const [track] = entriesOf(loaded, args).flatMap(tracksOf)
          if (!track) return nothingToPlay
          const until = args['until'] === undefined ? {} : { until: Number(args['until']) }
          momentRequested({ track, seconds: Number(args['seconds']), ...until })
          return done()
        },
      }),
    },
    queue: {
      kind: 'view',
      target: 'entries',
      targetNeeds: 'entry || selected > 0',
      icon: 'list',
      run: attach({
        source: $loadedEntries,
        effect: (source, { args }: CommandCall) => {
          const tracks = entriesOf(source, args).flatMap(tracksOf)
          if (tracks.length === 0) return nothingToPlay
          tracksQueued(tracks)
          return done({ key: 'app:player.queued', values: { count: tracks.length } })
        },
      }),
    },
    next: {
      kind: 'view',
      needs: hasQueue,
      bindings: [{ keys: 'n', where: inPlayer }],
      icon: 'next',
      run: whereQueued(nextTrackRequested),
    },
    previous: {
      kind: 'view',
      needs: 'player',
      bindings: [{ keys: 'p', where: inPlayer }],
      icon: 'previous',
      run: attach({
        source: $playerSummary,
        effect: ({ hasPrevious }, _: CommandCall) => {
          if (!hasPrevious) return nothing({ key: 'app:player.nothingPlayed' })
          previousTrackRequested()
          return done()
        },
      }),
    },
    'show-queue': {
      kind: 'dialog',
      needs: hasQueue,
      bindings: [{ keys: 'q', where: inPlayer }],
      icon: 'list',
      run: openDialog(() => ({ id: 'player-queue' })),
    },
    'play-queued': onQueued((track) => trackRequested(track)),
    'queue-earlier': onQueued(({ src }) => trackMoved({ src, by: -1 })),
    'queue-later': onQueued(({ src }) => trackMoved({ src, by: 1 })),
    unqueue: onQueued(({ src }) => trackUnqueued({ src })),
    'clear-queue': {
      kind: 'view',
      needs: hasQueue,
      run: whereQueued(queueCleared),
    },
    back: skip(-KEY_S, 'ArrowLeft'),
    forward: skip(KEY_S, 'ArrowRight'),
    'back-ten': skip(-BUTTON_S, 'j'),
    'forward-ten': skip(BUTTON_S, 'l'),
    'next-chapter': {
      kind: 'motion',
      needs: 'player',
      bindings: [{ keys: 'Shift+ArrowRight', where: inPlayer }],
      repeats: true,
      run: toChapter(1),
    },
    'previous-chapter': {
      kind: 'motion',
      needs: 'player',
      bindings: [{ keys: 'Shift+ArrowLeft', where: inPlayer }],
      repeats: true,
      run: toChapter(-1),
    },
    'go-to-chapter': {
      kind: 'motion',
      needs: 'player',
      args: [{ name: 'seconds', title: 'ask.chapter', type: 'number', min: 0, choices: $chapterChoices }],
      run: trigger(seekRequested, ({ args }) => Number(args['seconds'])),
    },
    'next-line': {
      kind: 'motion',
      needs: 'player',
      bindings: [{ keys: 'Shift+ArrowDown', where: inPlayer }],
      repeats: true,
      run: toLine(1),
    },
    'previous-line': {
      kind: 'motion',
      needs: 'player',
      bindings: [{ keys: 'Shift+ArrowUp', where: inPlayer }],
      repeats: true,
      run: toLine(-1),
    },
    'go-to-line': {
      kind: 'motion',
      needs: 'player',
      args: [{ name: 'seconds', title: 'ask.line', type: 'number', min: 0, choices: $lineChoices }],
      run: trigger(seekRequested, ({ args }) => Number(args['seconds'])),
    },
    louder: louder(VOLUME_STEP, 'ArrowUp'),
    quieter: louder(-VOLUME_STEP, 'ArrowDown'),
    faster: faster(1, '.'),
    slower: faster(-1, ','),
    speed: {
      kind: 'view',
      needs: 'player',
      args: [
        {
          name: 'rate',
          title: 'ask.rate',
          type: 'number',
          min: 0.25,
          max: 4,
          choices: fixedChoices(RATES.map((rate) => ({ value: rate, title: `${rate}×` }))),
        },
      ],
      run: trigger(rateChanged, ({ args }) => Number(args['rate'])),
    },
    mute: {
      kind: 'view',
      needs: 'player',
      bindings: [{ keys: 'm', where: inPlayer }],
      run: trigger(muteToggled, () => {}),
    },
    'shorten-silence': {
      kind: 'view',
      needs: 'player',
      run: attach({
        source: $playerSummary,
        effect: ({ track }, _: CommandCall) => {
          if (!track || track.provider || isFilm(track)) return nothing({ key: 'app:player.onlySound' })
          silenceToggled()
          return done()
        },
      }),
    },
    sleep: {
      kind: 'view',
      needs: 'player',
      args: [
        {
          name: 'minutes',
          title: 'ask.sleepMinutes',
          type: 'number',
          min: 0,
          max: 1440,
          choices: fixedChoices(SLEEP_MINUTES.map((minutes) => ({ value: minutes, title: String(minutes) }))),
        },
      ],
      run: trigger(sleepRequested, ({ args }) => Number(args['minutes']) || null),
    },
    'sleep-after-episode': {
      kind: 'view',
      needs: 'player',
      run: trigger(sleepRequested, () => 'track' as const),
    },
    fullscreen: {
      kind: 'view',
      needs: 'player',
      bindings: [{ keys: 'f', where: inPlayer }],
      run: trigger(fullscreenToggled, () => {}),
    },
    download: {
      kind: 'view',
      needs: 'player',
      run: attach({
        source: $playerSummary,
        effect: ({ track }, _: CommandCall) => {
          if (track?.provider) return nothing({ key: 'app:player.noFile' })
          downloadRequested()
          return done()
        },
      }),
    },
    'go-to-entry': {
      kind: 'view',
      needs: 'player',
      icon: 'article',
      run: triggerFrom($playerSummary, navigationRequested, ({ track }) =>
        track ? ({ source: { kind: 'feed', id: track.feedId }, entryId: track.entryId } as const) : undefined,
      ),
    },
    /** In a window of its own, which stays over those of other programs. */
    'picture-in-picture': {
      kind: 'view',
      needs: 'player',
      bindings: [{ keys: 'i', where: inPlayer }],
      run: attach({
        source: $playerSummary,
        effect: ({ track }, _: CommandCall) => {
          if (!track || !isFilm(track)) return nothing({ key: 'app:player.noFilm' })
          pictureInPictureToggled()
          return done()
        },
      }),
    },
    /** Of a site, in the corner of the window. */
    'close-film': {
      kind: 'view',
      run: attach({
        source: $siteFilm,
        effect: (film, _: CommandCall) => {
          if (!film) return nothing({ key: 'app:player.noFilm' })
          siteFilmClosed()
          return done()
        },
      }),
    },
    close: {
      kind: 'view',
      needs: 'player',
      bindings: [{ keys: 'Escape', where: inPlayer }],
      run: trigger(playerClosed, () => {}),
    },
  }),
]
