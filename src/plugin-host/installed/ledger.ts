/** What each plugin read, wrote and contacted in this browser, and the undo of what it wrote. */
import { attach, createEvent, createStore, sample, scopeBind } from 'effector'
import { z } from 'zod'
import { persist } from '../../model/persist.ts'
import { notifyFailures } from '../../model/app/index.ts'
import { changeEntriesFx, type EntryChange } from '../../model/plugins/change-entries.ts'
import { $services } from '../../model/services.ts'
import { parsedJson } from '../../core/parsed-json.ts'

/** Rows that are stored, of all plugins together. */
const MAX_ROWS = 500
/** Ids that one row remembers. */
const MAX_IDS = 1000

const row = z.object({
  plugin: z.string(),
  kind: z.enum(['read', 'wrote', 'contacted']),
  /** The query, what was set, or the host. */
  what: z.string(),
  count: z.number(),
  /** ms since 1970, of the last time */
  at: z.number(),
  /** Of what was written: the entries that were changed by it. */
  ids: z.array(z.string()).optional(),
})
export type LedgerRow = z.infer<typeof row>

/** What takes back what was written. */
const inverses: Readonly<Record<string, EntryChange>> = {
  read: { read: false },
  unread: { read: true },
  starred: { starred: false },
  unstarred: { starred: true },
}

/** A plugin used a permission. */
export const pluginActed = createEvent<Omit<LedgerRow, 'at' | 'ids'> & { readonly ids?: readonly string[] }>()
/** The user undoes all that a plugin wrote. */
export const undoOfPluginRequested = createEvent<string>()
/** The host has started. */
export const ledgerRequested = createEvent()
/** The plugin was removed. */
export const ledgerCleared = createEvent<string>()

const recorded = sample({
  clock: pluginActed,
  source: $services,
  fn: (services, { ids, ...act }): LedgerRow => ({
    ...act,
    what: act.what.slice(0, 200),
    at: services.clock.now(),
    ...(ids && { ids: ids.slice(0, MAX_IDS) }),
  }),
})

/** Newest last. */
export const $ledger = createStore<readonly LedgerRow[]>([], { serialize: 'ignore' })
  .on(recorded, (rows, added) => merged(rows, added))
  .on(ledgerCleared, (rows, plugin) => rows.filter((one) => one.plugin !== plugin))

const undone = sample({
  clock: undoOfPluginRequested,
  source: $ledger,
  fn: (rows, plugin) => rows.filter((one) => one.plugin === plugin && one.kind === 'wrote'),
})
$ledger.on(undone, (rows, removed) => rows.filter((one) => !removed.includes(one)))

persist($ledger, {
  key: 'plugin-ledger',
  parse: (text) => z.array(row).safeParse(parsedJson(text)).data ?? [],
  changed: [recorded, undone, ledgerCleared],
  ofUser: true,
  restoredBy: ledgerRequested,
})

const undoFx = attach({
  source: $services,
  effect: async (_, rows: readonly LedgerRow[]) => {
    const change = scopeBind(changeEntriesFx, { safe: true })
    for (const { what, ids = [] } of rows.toReversed()) {
      const inverse = inverses[what]
      // The newest first: each is undone on top of the next.
      if (inverse) await change({ ids, change: inverse, origin: 'command' })
    }
  },
})
sample({ clock: undone, target: undoFx })
notifyFailures(undoFx.failData)

/** The same act again is counted in its row; what was written stays apart, for its undo. */
function merged(rows: readonly LedgerRow[], added: LedgerRow): readonly LedgerRow[] {
  const same = rows.find(
    (one) =>
      added.kind !== 'wrote' &&
      one.plugin === added.plugin &&
      one.kind === added.kind &&
      one.what === added.what,
  )
  const others = rows.filter((one) => one !== same)
  return [...others, same ? { ...added, count: same.count + added.count } : added].slice(-MAX_ROWS)
}
