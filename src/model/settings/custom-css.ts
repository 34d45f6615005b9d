/** The escape from custom CSS that breaks the page: it is paused until the next start, and stays stored. */
import { createEvent, createStore, sample } from 'effector'
import { infoNotified } from '../app/events.ts'

/** The page was opened with `?safe=1`. */
export const customCssPaused = createEvent()
export const customCssToggled = createEvent()
export const $customCssPaused = createStore(false, { serialize: 'ignore' })
  .on(customCssPaused, () => true)
  .on(customCssToggled, (paused) => !paused)

sample({
  clock: [customCssToggled, customCssPaused],
  source: $customCssPaused,
  fn: (paused) => ({ id: 'custom-css', key: paused ? 'app:customCss.paused' : 'app:customCss.applied' }),
  target: infoNotified,
})
