/** The names that completions of a query offer. */
import { $subscriptionIndex } from '../subscriptions/tree.ts'
import type { QueryContext } from '../../contract/query/complete.ts'
import { compareNames } from '../../core/index.ts'

const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'pt', 'ru', 'zh', 'zh-cn', 'zh-tw']
const sorted = (names: readonly (string | null | undefined)[]): string[] =>
  [...new Set(names.filter((name) => typeof name === 'string' && name !== '') as string[])].toSorted(
    compareNames,
  )

export const $queryContext = $subscriptionIndex.map(
  ({ subscriptions, feeds, lists, inboxes }): QueryContext => {
    const all = [...subscriptions.values()]
    return {
      feeds: sorted(
        all.map(({ feedId, title }) => (feedId === null ? null : title || feeds.get(feedId)?.title)),
      ),
      folders: sorted(all.map(({ category }) => category)),
      lists: sorted(
        all.map(({ listId, title }) => (listId === null ? null : title || lists.get(listId)?.title)),
      ),
      inboxes: sorted([...inboxes.keys()]),
      labels: [],
      languages: LANGUAGES,
    }
  },
)
