/** The prompt for each kind of target, where there is no current one. */
import { combine } from 'effector'
import type { Argument, Choice, TargetKind } from '../src/core/index.ts'
import { $currentEntry, $entrySummaries } from '../src/model/entries/index.ts'
import { $timelineIds, idText } from '../src/model/timeline/index.ts'
import { $categoryChoices, $subscriptionChoices, $viewChoices } from './choices.ts'

/** Listed entries whose summaries are loaded. */
const $entryChoices = combine(
  { timeline: $timelineIds, summaries: $entrySummaries },
  ({ timeline, summaries }) =>
    (): readonly Choice[] =>
      Array.from(timeline.ids, idText).flatMap((id) => {
        const summary = summaries.get(id)
        return summary ? [{ value: id, title: summary.title || summary.url || id }] : []
      }),
)

export const targetArguments: Readonly<Record<TargetKind, Argument>> = {
  entries: { name: 'entries', type: 'entries', title: 'ask.entry', choices: $entryChoices },
  subscriptions: {
    name: 'subscriptions',
    type: 'subscriptions',
    title: 'ask.subscription',
    choices: $subscriptionChoices,
    initial: $currentEntry.map((entry) => () => (entry ? `feed/${entry.summary.feedId}` : undefined)),
  },
  category: { name: 'category', type: 'category', title: 'ask.folder', choices: $categoryChoices },
  view: { name: 'view', type: 'view', title: 'ask.view', choices: $viewChoices },
}
