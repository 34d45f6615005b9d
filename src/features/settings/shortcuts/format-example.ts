import type { TFunction } from 'i18next'
import type { ExampleState } from '../../../core/index.ts'

/** States that nearly always hold, and say nothing of when the conflict comes. */
const USUAL: ReadonlySet<string> = new Set(['area', 'signedIn', 'online', 'listLoading'])

/** A state in words: `in the timeline, with an entry open`. */
export function formatExample({ area, values }: ExampleState, t: TFunction): string {
  const conditions = [...values].flatMap(([key, value]) => {
    if (USUAL.has(key) || value === false || value === 0) return []
    const fallback = value === true ? key : `${key} = ${String(value)}`
    return [t(`app:keys.states.${key}`, { value, defaultValue: fallback })]
  })
  return [
    t('app:help.in', { area: t(`shortcuts:areas.${area}`, { defaultValue: area }) }),
    ...conditions,
  ].join(', ')
}
