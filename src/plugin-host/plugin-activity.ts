/** What plugins with the permission `activity` see of the user's actions. */
import { createEvent, merge, type Event } from 'effector'
import { errorShown, registry } from '../model/app/index.ts'
import { changeJournaled } from '../model/journal/index.ts'
import { dialogOpened } from '../model/layout/index.ts'
import { $session } from '../model/session/index.ts'
import { entryOpened } from '../model/timeline/index.ts'
import type { ReaderActivity, ReaderEvent } from '../plugin-api/client.ts'

const command = registry.commandStarted.map(({ command: { id }, call }): ReaderEvent => {
  return { kind: 'command', id, source: call.source }
})
const dialog = dialogOpened.map(({ id }): ReaderEvent => ({ kind: 'dialogOpened', dialog: id }))
const entry = entryOpened.map((): ReaderEvent => ({ kind: 'entryOpened' }))
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
const happened: Event<ReaderEvent> = merge([command, dialog, entry, changed])
const $userId = $session.map(({ user }) => user?.id ?? null)

/** @param build the address of the reader's script, which contains its hash */
export function pluginActivity(isPermitted: boolean, version: string, build: string): ReaderActivity {
  const hash = /-([\w-]+)\.js$/.exec(build)?.[1] ?? ''
  if (isPermitted) return { happened, errorShown, $userId, version, hash }
  return {
    happened: createEvent<ReaderEvent>(),
    errorShown: createEvent<unknown>(),
    $userId: $userId.map(() => null),
    version: '',
    hash: '',
  }
}
