/** Reading the arguments of a call. */
import { combine } from 'effector'
import { isView, type View } from '../src/contract/views.ts'
import type { CommandArgs } from '../src/core/index.ts'
import { $currentEntry, $entrySummaries, type CurrentEntry } from '../src/model/entries/index.ts'
import type { EntryHead } from '../src/model/rows.ts'
import type { SubscriptionIndex } from '../src/model/subscriptions/index.ts'

/** The target of a command on subscriptions. */
export const subscriptionIdsOf = ({ subscriptions }: CommandArgs): readonly string[] =>
  Array.isArray(subscriptions) ? subscriptions : []
export const firstIdOf = (args: CommandArgs): string => subscriptionIdsOf(args)[0] ?? ''
/** Ids of the feeds among the targets. */
export const feedIdsOf = ({ subscriptions }: SubscriptionIndex, args: CommandArgs): readonly string[] =>
  subscriptionIdsOf(args).flatMap((id) => subscriptions.get(id)?.feedId ?? [])
/** Ids that entries of the feeds and inboxes among the targets carry. */
export const sourceIdsOf = ({ subscriptions }: SubscriptionIndex, args: CommandArgs): readonly string[] =>
  subscriptionIdsOf(args).flatMap((id) => {
    const { feedId, inboxId } = subscriptions.get(id) ?? {}
    return feedId ?? inboxId ?? []
  })
/** The target of a command on entries. */
export const entryIdsOf = ({ entries }: CommandArgs): readonly string[] =>
  Array.isArray(entries) ? entries : []
/** A text argument; undefined where it was left out. */
export const textOf = (args: CommandArgs, name: string): string | undefined =>
  args[name] === undefined ? undefined : String(args[name])
export function viewOf({ view }: CommandArgs): View | undefined {
  return typeof view === 'number' && isView(view) ? view : undefined
}

type LoadedEntries = {
  readonly summaries: ReadonlyMap<string, EntryHead>
  readonly current: CurrentEntry | null
}
/** The rows that {@link entriesOf} reads. */
export const $loadedEntries = combine(
  { summaries: $entrySummaries, current: $currentEntry },
  (loaded): LoadedEntries => loaded,
)
/** Summaries of the target; that of the open entry stays when the list scrolls far away. */
export const entriesOf = ({ summaries, current }: LoadedEntries, args: CommandArgs): EntryHead[] =>
  entryIdsOf(args).flatMap((id) => summaries.get(id) ?? (current?.summary.id === id ? current.summary : []))
