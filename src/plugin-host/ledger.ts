/** What each plugin read, wrote and contacted in this browser, and the undo of what it wrote. */
import { createEvent, createStore, sample } from 'effector'
import { z } from 'zod'
import { $statuses } from '../model/entries/index.ts'
import { persist } from '../model/persist.ts'
import { readMarked } from '../model/reads/index.ts'
import { $services } from '../model/services.ts'
import { parsedJson } from '../model/parsed-json.ts'

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
  source: { services: $services, statuses: $statuses },
  fn: ({ services, statuses }, { ids, ...act }): LedgerRow => ({
    ...act,
    what: act.what.slice(0, 200),
    at: services.clock.now(),
    // Entries that are so already are not changed by it, and not by its undo.
    ...(ids && {
      ids: ids.filter((id) => statuses.get(id)?.read === (act.what !== 'read')).slice(0, MAX_IDS),
    }),
  }),
})

/** Newest last. */
export const $ledger = createStore<readonly LedgerRow[]>([], { serialize: 'ignore' })
  .on(recorded, (rows, added) => merged(rows, added))
  .on(undoOfPluginRequested, (rows, plugin) =>
    rows.filter((one) => one.plugin !== plugin || one.kind !== 'wrote'),
  )
  .on(ledgerCleared, (rows, plugin) => rows.filter((one) => one.plugin !== plugin))

persist($ledger, {
  key: 'plugin-ledger',
  parse: (text) => z.array(row).safeParse(parsedJson(text)).data ?? [],
  changed: [recorded, undoOfPluginRequested, ledgerCleared],
  ofUser: true,
  restoredBy: ledgerRequested,
})

// Undone from the newest to the oldest, so that the first state of an entry is what remains.
const undone = sample({
  clock: undoOfPluginRequested,
  source: $ledger,
  fn: (rows, plugin) => rows.filter((one) => one.plugin === plugin && one.kind === 'wrote'),
})
for (const set of ['read', 'unread'] as const)
  sample({
    clock: undone,
    fn: (rows) => ({
      ids: rows.filter(({ what }) => what === set).flatMap(({ ids = [] }) => ids),
      read: set === 'unread',
    }),
    target: readMarked,
  })

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
