/** What fields of settings depend on: settings, and whether nothing has a price on this server. */
import { combine } from 'effector'
import { $noPayments } from '../../../model/plugins/currency.ts'
import { $general } from '../../../model/settings/index.ts'
import type { SettingValues } from '../../shared/setting-fields/field.ts'

/** Its name beside those of the settings. */
export const NO_PAYMENTS = 'noPayments'

export const $shownValues = combine($general, $noPayments, (general, noPayments): SettingValues => ({
  ...general,
  [NO_PAYMENTS]: noPayments,
}))
