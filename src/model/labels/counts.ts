/** Counts the entries of labels in follow.db, debounced after changes. */
import { attach, createStore, sample } from 'effector'
import type { LabelCounts } from '../../local/calls.ts'
import { $ready } from '../app/ready.ts'
import { localChanged } from '../network/index.ts'
import { $services } from '../services.ts'
import { $visibleCounts } from '../subscriptions/visible-counts.ts'
import { createTimer } from '../timer.ts'
import { labels } from './tables.ts'

/** ms without a change */
const DEBOUNCE_MS = 500

const countFx = attach({ source: $services, effect: ({ local }) => local.call('labels.counts') })
/** By the key of the label: entries with it or a label within it. */
export const $labelCounts = createStore<LabelCounts>({}, { serialize: 'ignore' }).on(
  countFx.doneData,
  (_, counts) => counts,
)
const timer = createTimer()
sample({
  clock: [labels.$rows, $visibleCounts.updates, localChanged],
  source: { ready: $ready, rows: labels.$rows },
  filter: ({ ready, rows }) => ready && rows.size > 0,
  fn: () => DEBOUNCE_MS,
  target: timer.started,
})
sample({ clock: timer.fired, fn: () => {}, target: countFx })
