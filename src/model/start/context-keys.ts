/** The context keys that commands may need, each derived from a store. */
import type { StoreValue } from 'effector'
import { combine } from 'effector'
import { appStarted } from '../app/events.ts'
import { context } from '../app/registry.ts'
import { $currentEntry } from '../entries/index.ts'
import { $journalLoaded, $undoable } from '../journal/index.ts'
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
  journalLoaded: $journalLoaded,
  layout: $layout,
})
const facts = ({
  entry,
  row,
  timeline,
  online,
  session,
  undoable,
  journalLoaded,
  layout,
}: StoreValue<typeof $contextSource>) => ({
  /** An entry is open. */
  entry: entry !== null,
  entryUrl: Boolean(entry?.head.url),
  /** The focused row of the tree is a subscription. */
  subscription: row?.subscriptionId !== undefined,
  subscriptionUrl: Boolean(row?.siteUrl),
  folder: row?.kind === 'folder',
  list: row?.kind === 'list',
  entries: timeline.ids.length > 0,
  online,
  signedIn: session.user !== null,
  undoable: undoable !== null || !journalLoaded,
  zen: layout.zen,
})
export type ContextKey = keyof ReturnType<typeof facts>

context.provide({ source: $contextSource, begun: appStarted, facts })
