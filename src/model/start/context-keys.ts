/** The context keys that commands may need, each derived from a store. */
import type { StoreValue } from 'effector'
import { combine } from 'effector'
import { appStarted } from '../app/events.ts'
import { context } from '../app/registry.ts'
import { $currentEntry } from '../entries/index.ts'
import { $highlightsByEntry } from '../highlights/tables.ts'
import { $journalLoaded, $redoable, $undoable } from '../journal/index.ts'
import { $dialogStack, $layout } from '../layout/index.ts'
import { $location } from '../location/index.ts'
import { $listedResults } from '../palette/index.ts'
import { $playerSummary } from '../player/summary.ts'
import { $selection, $subscriptionSelection } from '../selection/index.ts'
import { $online } from '../network/index.ts'
import { $isAdmin, $role, $session } from '../session/index.ts'
import { $isGrid } from '../timeline/grid.ts'
import { $currentRow, $inboxes, $viewTabs } from '../subscriptions/index.ts'
import { $isListLoading, $newEntries, $storyEntries, $storyOfEntry, $timeline } from '../timeline/index.ts'

const $contextSource = combine({
  entry: $currentEntry,
  inboxes: $inboxes,
  row: $currentRow,
  timeline: $timeline,
  listLoading: $isListLoading,
  newEntries: $newEntries,
  online: $online,
  session: $session,
  isAdmin: $isAdmin,
  role: $role,
  undoable: $undoable,
  redoable: $redoable,
  journalLoaded: $journalLoaded,
  layout: $layout,
  location: $location,
  selection: $selection,
  subscriptionSelection: $subscriptionSelection,
  player: $playerSummary,
  dialogs: $dialogStack,
  tabs: $viewTabs,
  grid: $isGrid,
  stories: $storyOfEntry,
  storyEntries: $storyEntries,
  highlights: $highlightsByEntry,
  listedResults: $listedResults,
})
const contextKeys = ({
  entry,
  inboxes,
  row,
  timeline,
  listLoading,
  newEntries,
  online,
  session,
  isAdmin,
  role,
  undoable,
  redoable,
  journalLoaded,
  layout,
  location,
  selection,
  subscriptionSelection,
  player,
  dialogs,
  tabs,
  grid,
  stories,
  storyEntries,
  highlights,
  listedResults,
}: StoreValue<typeof $contextSource>) => ({
  /** An entry is open. */
  entry: entry !== null,
  entryUrl: Boolean(entry?.summary.url),
  /** Listed entries of other feeds have the same story as the open one. */
  story: entry !== null && stories.has(entry.summary.id),
  /** The same, whether the user separated them or not. */
  anyStory: entry !== null && storyEntries.has(entry.summary.id),
  /** Number of highlights and notes of the open entry. */
  highlights: highlights.get(entry?.summary.id ?? '')?.length ?? 0,
  /** The open entry is of an inbox. */
  mail: entry !== null && inboxes.has(entry.summary.feedId),
  /** The focused row of the tree is a subscription. */
  subscription: row?.subscriptionId !== undefined,
  subscriptionUrl: Boolean(row?.siteUrl),
  folder: row?.kind === 'folder',
  list: row?.kind === 'list',
  inboxRow: row?.kind === 'inbox',
  /** Number of listed entries. */
  entries: timeline.ids.length,
  /** The list has no rows yet, but may get some. */
  listLoading,
  /** The server has entries that the list lacks. */
  newEntries: newEntries !== null,
  /** Number of selected entries. */
  selected: selection.ids.size,
  /** Number of subscriptions selected in the tree. */
  selectedSubscriptions: subscriptionSelection.ids.size,
  read: entry?.status.read ?? false,
  starred: entry !== null && entry.status.starredAt !== null,
  view: location.view,
  /** A view with subscriptions follows the current one; the views are in a row, not in a circle. */
  nextView: tabs.some(({ view, feeds }) => feeds > 0 && view > location.view),
  previousView: tabs.some(({ view, feeds }) => feeds > 0 && view < location.view),
  /** The kind of the location's source: all, collections, feed, folder, list, inbox. */
  source: location.source.kind,
  inbox: location.source.kind === 'inbox',
  /** The list shows what was searched for in the palette. */
  results: listedResults !== null,
  dialog: dialogs.length > 0,
  /** The player is visible. */
  player: player.show,
  playing: player.isPlaying,
  /** Number of tracks in the queue, which another device may have filled. */
  queued: player.queue.length,
  online,
  signedIn: session.user !== null,
  /** The user administers the server. */
  admin: isAdmin === true,
  /** The user is on trial: some functions need an invitation code. */
  trial: role === 'trial',
  undoable: undoable !== null || !journalLoaded,
  redoable: redoable !== null,
  zen: layout.zen,
  /** Entries are in columns: arrow keys move in two directions. */
  grid,
})

context.provide({ source: $contextSource, begun: appStarted, keys: contextKeys })
