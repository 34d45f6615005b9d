/** When entries of a feed are marked read automatically, where it differs from the settings. */
import { combine, createEvent, sample } from 'effector'
import type { ReadingOrigin } from '../../local/calls.ts'
import { $general, settingChanged, type GeneralSettings } from '../settings/settings.ts'

/**
 * `no-scroll`: as the settings say, but never by scrolling. `open`: only when opened. `leave`: also as its row leaves the
 * screen. A number: only after it was open for this many seconds.
 */
export type ReadRule = 'no-scroll' | 'open' | 'leave' | number
/** Causes of automatic marks; `leave`: a row that was visible has scrolled out. */
export type ReadCause = ReadingOrigin | 'leave'

export const readRules = ['no-scroll', 'open', 'leave'] as const
export const maxReadSeconds = 600
export const defaultReadSeconds = 10
/** Bounds of a setting that other programs may write too. */
const MAX_FEEDS = 2000

export const isReadRule = (value: unknown): value is ReadRule =>
  readRules.some((rule) => rule === value) ||
  (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxReadSeconds)

/** By feed id, or id of an inbox. */
export const $readRules = $general.map(
  ({ feedReadRules }): ReadonlyMap<string, ReadRule> =>
    new Map(
      Object.entries(feedReadRules)
        .slice(0, MAX_FEEDS)
        .filter((pair): pair is [string, ReadRule] => isReadRule(pair[1])),
    ),
)

/** rule null: as the settings say. */
export const readRuleChanged = createEvent<{
  readonly feedIds: readonly string[]
  readonly rule: ReadRule | null
}>()
sample({
  clock: readRuleChanged,
  source: $readRules,
  filter: (rules, { feedIds, rule }) => feedIds.some((id) => (rules.get(id) ?? null) !== rule),
  fn: (rules, { feedIds, rule }) => {
    const next = new Map(rules)
    for (const id of feedIds) {
      next.delete(id)
      if (rule !== null) next.set(id, rule)
    }
    return { tab: 'general', key: 'feedReadRules', value: Object.fromEntries(next) } as const
  },
  target: settingChanged,
})

/** Whether a cause marks an entry of a feed. */
export const $marksBy = combine(
  $readRules,
  $general,
  (rules, general) =>
    (cause: ReadCause, feedId: string | undefined): boolean =>
      marksBy(cause, rules.get(feedId ?? ''), general),
)

function marksBy(cause: ReadCause, rule: ReadRule | undefined, general: GeneralSettings): boolean {
  if (typeof rule === 'number') return false
  if (cause === 'open') return true
  if (rule === 'open') return false
  if (rule === 'leave' && (cause === 'leave' || cause === 'scroll')) return true
  if (cause === 'leave' || (cause === 'scroll' && rule === 'no-scroll')) return false
  const { scrollMarkUnread, hoverMarkUnread, renderMarkUnread } = general
  return { scroll: scrollMarkUnread, hover: hoverMarkUnread, render: renderMarkUnread }[cause]
}
