/** Functions of the reader that the user has hidden completely. */
import { $general } from './settings.ts'

export const $hidesAi = $general.map(({ hideAi }) => hideAi)
export const $hidesRareVoices = $general.map(({ hideRareVoices }) => hideRareVoices)
export const $hidesPrices = $general.map(({ hidePower }) => hidePower)
