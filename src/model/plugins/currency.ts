/** Apart, so that the list is there before it. */
import { createEvent, createStore } from 'effector'

/** What users pay with, by the plugin that has it; empty: nothing costs anything. */
export const currencyNamed = createEvent<string>()
/** null: not known yet. */
export const $currency = createStore<string | null>(null, { serialize: 'ignore' }).on(
  currencyNamed,
  (_, name) => name,
)
