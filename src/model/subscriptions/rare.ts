/** The row of the feeds that publish seldom: shown where there are any, unless the user hides it. */
import { combine } from 'effector'
import { $hidesRareVoices } from '../settings/index.ts'
import { $feeds } from './tables.ts'

const $hasRare = $feeds.map((feeds) => [...feeds.values()].some(({ rare }) => rare === true))
export const $showsRare = combine($hasRare, $hidesRareVoices, (hasRare, hides) => hasRare && !hides)
