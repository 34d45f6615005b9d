/** What plugins with the permission `activity` see of the user's actions. */
import { createEvent, merge, sample, type Event, attach, createStore } from 'effector'
import { claimFx } from '../../../model/claims/index.ts'
import { $currentEntryId } from '../../../model/entries/index.ts'
import { errorShown, registry } from '../../../model/app/index.ts'
import { changeJournaled } from '../../../model/journal/index.ts'
import { dialogOpened } from '../../../model/layout/index.ts'
import { $entrance, entered } from '../../../model/session/entrance.ts'
import { $session } from '../../../model/session/index.ts'
import { settingChanged } from '../../../model/settings/index.ts'
import type { ReaderActivity, ReaderEvent } from '../../../plugin-api/client.ts'
import { wireCalled } from './send-wire.ts'
import { $playerSummary } from '../../../model/player/summary.ts'
import { $services } from '../../../model/services.ts'

/** How long the player has played without a pause. */
type Playing = {
  /** ms since 1970; null while nothing plays. */
  readonly since: number | null
  /** Of what has just ended. */
  readonly seconds: number | null
}

const stampFx = attach({
  source: $services,
  effect: ({ clock }, isPlaying: boolean) => ({ isPlaying, now: clock.now() }),
})
sample({ clock: $playerSummary.map(({ isPlaying }) => isPlaying).updates, target: stampFx })
const $playing = createStore<Playing>({ since: null, seconds: null }, { serialize: 'ignore' }).on(
  stampFx.doneData,
  ({ since }, { isPlaying, now }) =>
    isPlaying
      ? { since: now, seconds: null }
      : { since: null, seconds: since === null ? null : Math.round((now - since) / 1000) },
)
/** Playing has ended after so many seconds. */
const played = $playing.updates.filterMap(({ seconds }) => seconds ?? undefined)

const command = registry.commandStarted.map(({ command: { id }, call }): ReaderEvent => {
  return { kind: 'command', id, source: call.source }
})
const dialog = dialogOpened.map(({ id }): ReaderEvent => ({ kind: 'dialogOpened', dialog: id }))
const entry = $currentEntryId.updates.filterMap((id): ReaderEvent | undefined =>
  id === null ? undefined : { kind: 'entryOpened' },
)
const setting = settingChanged.map(({ key }): ReaderEvent => ({ kind: 'settingChanged', setting: key }))
const claimed = claimFx.done.map((): ReaderEvent => ({ kind: 'feedClaimed' }))
const playing = played.map((seconds): ReaderEvent => ({ kind: 'played', seconds }))
const wire = wireCalled.map((call): ReaderEvent => ({ kind: 'wireCalled', call }))
const changed = changeJournaled.filterMap(({ row, change: { redo } }): ReaderEvent | undefined =>
  redo
    ? {
        kind: 'changed',
        change: redo.name,
        count: Number(row.title.values['count'] ?? 1),
        origin: row.origin,
      }
    : undefined,
)
export const happened: Event<ReaderEvent> = merge([
  command,
  dialog,
  entry,
  setting,
  claimed,
  playing,
  wire,
  changed,
])
export const $userId = $session.map(({ user }) => user?.id ?? null)

/** How the user got here, when what is interested begins: it was not there before. */
export const entranceAt = (begun: Event<void>): Event<ReaderEvent> =>
  sample({ clock: [begun, entered], source: $entrance }).filterMap((how): ReaderEvent | undefined =>
    how ? { kind: 'entered', how } : undefined,
  )

/**
 * @param build the address of the reader's script, which contains its hash
 * @param started the plugin has
 */
export function pluginActivity(
  isPermitted: boolean,
  version: string,
  build: string,
  started: Event<void>,
): ReaderActivity {
  const hash = /-([\w-]+)\.js$/.exec(build)?.[1] ?? ''
  if (isPermitted)
    return { happened: merge([happened, entranceAt(started)]), errorShown, $userId, version, hash }
  return {
    happened: createEvent<ReaderEvent>(),
    errorShown: createEvent<unknown>(),
    $userId: $userId.map(() => null),
    version: '',
    hash: '',
  }
}
