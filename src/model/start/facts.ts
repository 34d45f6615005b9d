/** The facts that commands may need; few, and each kept by the store it speaks of. */
import { combine, sample } from 'effector'
import { appStarted } from '../app/events.ts'
import { context } from '../app/registry.ts'
import { $currentEntry } from '../entries/index.ts'
import { $journalHere, $undoable } from '../journal/index.ts'
import { $layout } from '../layout/index.ts'
import { $online } from '../network/index.ts'
import { $session } from '../session/index.ts'
import { $currentRow } from '../subscriptions/index.ts'
import { $timeline } from '../timeline/index.ts'

const facts = {
  /** An entry is open. */
  entry: $currentEntry.map((entry) => entry !== null),
  entryUrl: $currentEntry.map((entry) => Boolean(entry?.head.url)),
  /** The row of the tree under the cursor is a subscription. */
  subscription: $currentRow.map((row) => row?.subscriptionId !== undefined),
  subscriptionUrl: $currentRow.map((row) => Boolean(row?.siteUrl)),
  folder: $currentRow.map((row) => row?.kind === 'folder'),
  list: $currentRow.map((row) => row?.kind === 'list'),
  entries: $timeline.map(({ ids }) => ids.length > 0),
  online: $online,
  signedIn: $session.map(({ user }) => user !== null),
  undoable: combine($undoable, $journalHere, (row, here) => row !== null || !here),
  zen: $layout.map(({ zen }) => zen),
} as const
export type Fact = keyof typeof facts

sample({ clock: appStarted, source: context.provide(facts), target: context.factsChanged })
