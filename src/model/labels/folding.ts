import { createEvent, createStore } from 'effector'
import { persist } from '../persist.ts'

/** Folds or unfolds the section of labels among the subscriptions. */
export const labelsFoldToggled = createEvent()
export const $labelsFolded = createStore(false, { serialize: 'ignore' }).on(
  labelsFoldToggled,
  (folded) => !folded,
)
persist($labelsFolded, {
  key: 'follow:labels-folded',
  parse: (text) => text === 'true',
  changed: labelsFoldToggled,
})
