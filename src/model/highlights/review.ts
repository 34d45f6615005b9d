/**
 * The daily review: five highlights of earlier days, in spaced order. What was answered is a setting, so that it reaches the
 * user's other devices; the five of a day follow from it, and stay the same while they are answered.
 */
import { createEvent, sample } from 'effector'
import { $general, settingChanged } from '../settings/index.ts'
import { highlights as table, type UserHighlight } from './tables.ts'

/** keep: again after a longer time; later: tomorrow; archive: never. */
export type ReviewAnswer = 'keep' | 'later' | 'archive'
/** `level` -1: archived, on the day `due`. `was`: when it was due before it was answered. Days since 1970. */
type Review = readonly [level: number, due: number, was: number]
export type Reviews = Readonly<Record<string, Review>>
export type ReviewedHighlight = { readonly highlight: UserHighlight; readonly isAnswered: boolean }

const DAILY = 5
/** Days until a highlight is shown again, by how often it was kept. */
const INTERVALS = [1, 7, 21, 60, 180, 360]
const ARCHIVED = -1
/** Bounds of a setting that other programs may write too. */
const MOST_REVIEWS = 1000
const DAY_MS = 86_400_000

/** The local day. @param time ms since 1970 */
export function dayOf(time: number): number {
  const date = new Date(time)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS
}

/** A setting has little room: the end of an id tells highlights of one user apart. */
const keyOf = (id: string): string => id.slice(-8)
const intervalOf = (level: number): number => INTERVALS[Math.min(level, INTERVALS.length - 1)] ?? 1
/** The day of the last answer. */
const answeredOn = ([level, due]: Review): number => (level === ARCHIVED ? due : due - intervalOf(level))

/** When a highlight is due today or was, before it was answered today; null: it is not, or never again. */
function dueDay(highlight: UserHighlight, reviews: Reviews, today: number): number | null {
  const review = reviews[keyOf(highlight.id)]
  if (!review) return dayOf(highlight.createdAt) + 1
  if (answeredOn(review) === today) return review[2]
  return review[0] === ARCHIVED ? null : review[1]
}

/** The highlights of a day, at first of different entries: those that are due for longest. */
export function dailyReview(
  all: readonly UserHighlight[],
  reviews: Reviews,
  today: number,
): readonly ReviewedHighlight[] {
  const due = all
    .flatMap((highlight) => {
      const day = highlight.quote === null ? null : dueDay(highlight, reviews, today)
      return day !== null && day <= today ? [{ highlight, day }] : []
    })
    .toSorted((one, other) => one.day - other.day || (one.highlight.id < other.highlight.id ? -1 : 1))
  const firsts = new Map(due.toReversed().map((one) => [one.highlight.entryId, one]))
  const isFirst = (one: (typeof due)[number]) => firsts.get(one.highlight.entryId) === one
  return [...due.filter(isFirst), ...due.filter((one) => !isFirst(one))]
    .slice(0, DAILY)
    .map(({ highlight }) => {
      const review = reviews[keyOf(highlight.id)]
      return { highlight, isAnswered: review !== undefined && answeredOn(review) === today }
    })
}

/** The reviews with an answer; beyond the bound those that were answered longest ago are forgotten. */
export function withAnswer(
  reviews: Reviews,
  highlight: UserHighlight,
  { answer, today }: { readonly answer: ReviewAnswer; readonly today: number },
): Reviews {
  const key = keyOf(highlight.id)
  const before = reviews[key]
  const wasToday = before !== undefined && answeredOn(before) === today
  const was = dueDay(highlight, reviews, today) ?? today
  // Another answer of the same day takes the place of the first.
  const level = !before || before[0] === ARCHIVED ? 0 : wasToday ? Math.max(0, before[0] - 1) : before[0]
  const next: Review =
    answer === 'archive'
      ? [ARCHIVED, today, was]
      : answer === 'later'
        ? [0, today + intervalOf(0), was]
        : [level + 1, today + intervalOf(level + 1), was]
  const all = Object.entries({ ...reviews, [key]: next })
  const newest = all
    .toSorted(([, one], [, other]) => answeredOn(other) - answeredOn(one))
    .slice(0, MOST_REVIEWS)
  return Object.fromEntries(newest)
}

export const $reviews = $general.map(({ highlightReviews }): Reviews => validReviews(highlightReviews))

function validReviews(value: unknown): Reviews {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value)
      .filter((entry): entry is [string, Review] => isReview(entry[1]))
      .slice(0, MOST_REVIEWS),
  )
}
function isReview(value: unknown): value is Review {
  return Array.isArray(value) && value.length === 3 && value.every(Number.isInteger)
}

export const highlightReviewed = createEvent<{
  readonly id: string
  readonly answer: ReviewAnswer
  readonly today: number
}>()
sample({
  clock: highlightReviewed,
  source: { reviews: $reviews, rows: table.$rows },
  filter: ({ rows }, { id }) => rows.has(id),
  fn: ({ reviews, rows }, { id, ...answer }) => {
    const highlight = rows.get(id)
    return {
      tab: 'general',
      key: 'highlightReviews',
      value: highlight ? withAnswer(reviews, highlight, answer) : reviews,
    } as const
  },
  target: settingChanged,
})
