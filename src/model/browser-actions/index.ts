/** Browser actions: opening and copying addresses, sharing an entry, resetting follow.db. */
import { attach, createEvent, sample } from 'effector'
import { webAddress } from '../../core/safe-href.ts'
import { errorNotified, infoNotified } from '../app/events.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { navigationRequested, type LocationSource } from '../location/index.ts'
import { $services } from '../services.ts'
import { $subscriptions } from '../subscriptions/tables.ts'

export const addressOpened = createEvent<string>()
/** Any text: a link, a title, an id, a report. */
export const textCopied = createEvent<string>()
/** Resets follow.db's cache, but not unsent changes, and reloads. */
export const localResetRequested = createEvent()
/** Navigates to a subscription, by its id (type/targetId). */
export const subscriptionOpened = createEvent<string>()

/** Links of feeds are untrusted. */
const isWeb = (url: string): boolean => webAddress(url) !== undefined
const openFx = attach({
  source: $services,
  effect: ({ platform }, url: string) => platform.openAddress(url),
})
const copyFx = attach({ source: $services, effect: ({ platform }, text: string) => platform.copyText(text) })
sample({ clock: addressOpened, filter: isWeb, target: openFx })
sample({ clock: textCopied, target: copyFx })
sample({ clock: copyFx.done, fn: () => ({ key: 'common:state.copied' }), target: infoNotified })
sample({ clock: copyFx.fail, fn: () => ({ key: 'errors:client.clipboardWrite' }), target: errorNotified })

const resetFx = attach({
  source: $services,
  effect: async ({ local, platform }) => {
    await local.call('database.reset')
    platform.reload()
  },
})
sample({ clock: localResetRequested, target: resetFx })
notifyFailures(resetFx.failData)

sample({
  clock: subscriptionOpened,
  source: $subscriptions,
  filter: (rows, id) => rows.has(id),
  fn: (rows, id) => {
    const row = rows.get(id)
    const source: LocationSource = row?.listId
      ? { kind: 'list', id: row.listId }
      : row?.inboxId
        ? { kind: 'inbox', id: row.inboxId }
        : { kind: 'feed', id: row?.feedId ?? '' }
    return { view: row?.view ?? 0, source, entryId: null }
  },
  target: navigationRequested,
})
