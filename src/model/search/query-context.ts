/** The names that completions of a query offer. */
import { combine } from 'effector'
import { $labels } from '../labels/tables.ts'
import { $tagNames } from '../subscriptions/tags.ts'
import { $subscriptionIndex } from '../subscriptions/tree.ts'
import type { QueryContext } from '../../contract/query/complete.ts'
import { compareNames } from '../../core/index.ts'

const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'pt', 'ru', 'zh', 'zh-cn', 'zh-tw']
const sorted = (names: readonly (string | null | undefined)[]): string[] =>
  [...new Set(names.filter((name) => typeof name === 'string' && name !== '') as string[])].toSorted(
    compareNames,
  )

const DAY = 86_400_000
/** Today, the days of the last week, then weeks, months and a year ago; of UTC, as in queries. @param now ms */
export function queryDays(now: number): readonly string[] {
  const ago = [0, 1, 2, 3, 4, 5, 6, 7, 14, 30, 90, 365]
  return ago.map((days) => new Date(now - days * DAY).toISOString().slice(0, 10))
}

/** All but the days, which depend on the clock. */
export const $queryContext = combine(
  $subscriptionIndex,
  $labels,
  $tagNames,
  ({ subscriptions, feeds, lists, inboxes }, labels, tags): Omit<QueryContext, 'days'> => {
    const all = [...subscriptions.values()]
    return {
      feeds: sorted(
        all.map(({ feedId, title }) => (feedId === null ? null : title || feeds.get(feedId)?.title)),
      ),
      folders: sorted(all.map(({ category }) => category)),
      tags,
      lists: sorted(
        all.map(({ listId, title }) => (listId === null ? null : title || lists.get(listId)?.title)),
      ),
      inboxes: sorted([...inboxes.keys()]),
      labels: labels.map(({ name }) => name),
      languages: LANGUAGES,
    }
  },
)
