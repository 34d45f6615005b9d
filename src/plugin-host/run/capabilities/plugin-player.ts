/** The player, as one plugin uses it. */
import { createEvent, sample } from 'effector'
import type { EntryHead } from '../../../model/rows.ts'
import {
  playerClosed,
  playToggled,
  skipRequested,
  tracksQueued,
  tracksRequested,
  type Track,
} from '../../../model/player/index.ts'
import {
  outputProvided,
  outputWithdrawn,
  providerSignalled,
  type MediaOutput,
} from '../../../model/player/media-output.ts'
import { $playerSummary } from '../../../model/player/summary.ts'
import { passageHighlighted } from '../../../model/reading/index.ts'
import type { PluginPlayer } from '../../../plugin-api/client.ts'
import type { Trigger } from '../app-scope.ts'
import type { DeclaredOutput } from './declared-output.ts'

/** Characters of the text of an entry without a title. */
const TITLE_LENGTH = 100

/** Makes an output play the tracks of a plugin. @param undos what to do when the plugin stops */
export function provideOutput(
  provider: string,
  output: MediaOutput,
  trigger: Trigger,
  undos: (() => void)[],
): void {
  trigger(outputProvided, { provider, output })
  undos.push(
    output.listen((signal) => trigger(providerSignalled, { provider, signal })),
    () => output.pause(),
    () => trigger(outputWithdrawn, provider),
    () => trigger(passageHighlighted, null),
  )
}

/**
 * @param undos what to do when the plugin stops
 * @param declared what its manifest has provided already; null: nothing
 */
export function createPluginPlayer(
  provider: string,
  trigger: Trigger,
  undos: (() => void)[],
  declared: DeclaredOutput | null,
): PluginPlayer {
  const requested = createEvent<readonly EntryHead[]>()
  const queued = createEvent<readonly EntryHead[]>()
  const toggled = createEvent()
  const skipped = createEvent<number>()
  const closed = createEvent()
  const tracksFor = (entries: readonly EntryHead[]) => entries.map((entry) => trackOf(entry, provider))
  sample({ clock: requested.map(tracksFor), target: tracksRequested })
  sample({ clock: queued.map(tracksFor), target: tracksQueued })
  sample({ clock: toggled, target: playToggled })
  sample({ clock: skipped, target: skipRequested })
  sample({ clock: closed, target: playerClosed })
  return {
    plays(output) {
      if (declared) undos.push(declared.give(output))
      else provideOutput(provider, output, trigger, undos)
    },
    requested,
    queued,
    toggled,
    skipped,
    closed,
    $track: $playerSummary.map(({ track, isPlaying, show }) =>
      show && track?.provider === provider ? { entryId: track.entryId, isPlaying } : null,
    ),
  }
}

const trackOf = (entry: EntryHead, provider: string): Track => ({
  entryId: entry.id,
  feedId: entry.feedId,
  title: entry.title || entry.description?.slice(0, TITLE_LENGTH) || entry.url || '',
  src: `${provider}:${entry.id}`,
  mime: null,
  image: entry.media.find(({ type }) => type === 'photo')?.url ?? null,
  duration: null,
  provider,
})
