/** Apart, so that the list is there before it. */
import { combine, createEvent, createStore } from 'effector'
import { context } from '../app/registry.ts'
import { $configs } from '../session/state.ts'
import { $hidesPrices } from '../settings/index.ts'

/** What users pay with, by the plugin that has it; empty: there is none. */
export const currencyNamed = createEvent<string>()
const $named = createStore<string | null>(null, { serialize: 'ignore' }).on(currencyNamed, (_, name) => name)
/** Empty: nothing costs anything on this server. null: not known yet. */
export const $currency = combine($named, $configs, (named, configs) =>
  configs?.PAYMENTS === false ? '' : named,
)
/** Nothing has a price on this server. */
export const $noPayments = $currency.map((currency) => currency === '')
context.provide({
  source: $noPayments,
  // The server may have told before this was loaded.
  begun: currencyNamed.map(() => {}),
  keys: (noPayments) => ({ noPayments }),
})
/** The user does not want to see what has a price. */
export const $hidesPaid = combine($currency, $hidesPrices, (currency, hides) => currency !== '' && hides)
/** There may be prices, and the user has not hidden them. */
export const $showsPrices = combine($currency, $hidesPrices, (currency, hides) => currency !== '' && !hides)
