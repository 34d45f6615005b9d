/** Shows what has been followed, behind the dialog in which it was: the user goes on reading there. */
import { createEvent, sample } from 'effector'
import { isView } from '../../contract/views.ts'
import { $view, home, navigationBelowRequested } from '../location/index.ts'
import { $subscriptions } from '../subscriptions/index.ts'

export const followedListRequested = createEvent()

/** The current view, or the first that has subscriptions where it has none. */
sample({
  clock: followedListRequested,
  source: { view: $view, subscriptions: $subscriptions },
  fn: ({ view, subscriptions }) => {
    const used = [...subscriptions.values()].map((one) => one.view).toSorted((a, b) => a - b)
    const [first] = used.filter(isView)
    return { view: used.includes(view) ? view : (first ?? view), source: home.source }
  },
  target: navigationBelowRequested,
})
