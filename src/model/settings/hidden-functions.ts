/** Functions of the reader that the user has hidden completely. */
import { createEvent, createStore } from 'effector'
import { $general } from './settings.ts'

export const $hidesAi = $general.map(({ hideAi }) => hideAi)
export const $hidesRareVoices = $general.map(({ hideRareVoices }) => hideRareVoices)
export const $hidesPrices = $general.map(({ hidePower }) => hidePower)

/** What users pay with, by the plugin that has it; empty: nothing costs anything. */
export const currencyNamed = createEvent<string>()
/** null: not known yet. */
export const $currency = createStore<string | null>(null, { serialize: 'ignore' }).on(
  currencyNamed,
  (_, name) => name,
)
