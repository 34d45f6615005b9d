/** The facts that commands may need; few, and each kept by the store it speaks of. */
import type { StoreValue } from 'effector'
import { combine } from 'effector'
import { appStarted } from '../app/events.ts'
import { context } from '../app/registry.ts'
import { $currentEntry } from '../entries/index.ts'
import { $journalHere, $undoable } from '../journal/index.ts'
import { $layout } from '../layout/index.ts'
import { $online } from '../network/index.ts'
import { $session } from '../session/index.ts'
import { $currentRow } from '../subscriptions/index.ts'
import { $timeline } from '../timeline/index.ts'

const $contextSource = combine({
  entry: $currentEntry,
  row: $currentRow,
  timeline: $timeline,
  online: $online,
  session: $session,
  undoable: $undoable,
  journalHere: $journalHere,
  layout: $layout,
})
const facts = ({
  entry,
  row,
  timeline,
  online,
  session,
  undoable,
  journalHere,
  layout,
}: StoreValue<typeof $contextSource>) => ({
  /** An entry is open. */
  entry: entry !== null,
  entryUrl: Boolean(entry?.head.url),
  /** The row of the tree under the cursor is a subscription. */
  subscription: row?.subscriptionId !== undefined,
  subscriptionUrl: Boolean(row?.siteUrl),
  folder: row?.kind === 'folder',
  list: row?.kind === 'list',
  entries: timeline.ids.length > 0,
  online,
  signedIn: session.user !== null,
  undoable: undoable !== null || !journalHere,
  zen: layout.zen,
})
export type ContextKey = keyof ReturnType<typeof facts>

context.provide({ source: $contextSource, begun: appStarted, facts })
