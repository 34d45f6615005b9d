/** The row of the view's feeds that publish seldom: shown where there are any, unless the user hides it. */
import { combine } from 'effector'
import { $view } from '../location/index.ts'
import { $hidesRareVoices } from '../settings/index.ts'
import { $feeds, $lists, $subscriptions } from './tables.ts'

const $hasRare = combine(
  { feeds: $feeds, lists: $lists, subscriptions: $subscriptions, view: $view },
  ({ feeds, lists, subscriptions, view }) => {
    const isRare = (id: string) => feeds.get(id)?.rare === true
    return [...subscriptions.values()].some(
      (one) =>
        one.view === view &&
        (isRare(one.feedId ?? '') || lists.get(one.listId ?? '')?.feedIds.some(isRare) === true),
    )
  },
)
export const $showsRare = combine($hasRare, $hidesRareVoices, (hasRare, hides) => hasRare && !hides)
