/** Opens the guide automatically, once per page load, for users with fewer than five subscriptions who have not dismissed it. */
import { attach, createEvent, createStore, sample } from 'effector'
import { appStarted } from '../../model/app/index.ts'
import { dialogClosed, dialogOpened } from '../../model/layout/index.ts'
import { $services } from '../../model/services.ts'
import { $subscriptions, subscriptionsReceived } from '../../model/subscriptions/index.ts'

const KEY = 'lectern:first-run'
const FEW = 5

/** The user has dismissed the guide in this browser permanently. */
export const firstRunDismissed = createEvent()
const guideOpened = createEvent()
const readFx = attach({ source: $services, effect: ({ storage }) => storage.getItem(KEY) === 'dismissed' })
const keepFx = attach({ source: $services, effect: ({ storage }) => storage.setItem(KEY, 'dismissed') })

/** null until the stored value is read. */
const $done = createStore<boolean | null>(null, { serialize: 'ignore' })
  .on(readFx.doneData, (_, dismissed) => dismissed)
  .on([firstRunDismissed, guideOpened], () => true)

sample({ clock: appStarted, target: readFx })
sample({ clock: firstRunDismissed, target: [keepFx, dialogClosed.prepend(() => ({ id: 'first-run' }))] })
sample({
  clock: subscriptionsReceived,
  source: { done: $done, subscriptions: $subscriptions },
  filter: ({ done, subscriptions }) => done === false && subscriptions.size < FEW,
  fn: () => {},
  target: [guideOpened, dialogOpened.prepend(() => ({ id: 'first-run' }))],
})
