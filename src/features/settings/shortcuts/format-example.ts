import type { TFunction } from 'i18next'
import type { ExampleState } from '../../../core/index.ts'

/** A state in words: `in the timeline, with an entry open`. */
export function formatExample({ area, values }: ExampleState, t: TFunction): string {
  const conditions = [...values].flatMap(([key, value]) => {
    if (key === 'area' || value === false || value === 0) return []
    const fallback = value === true ? key : `${key} = ${String(value)}`
    return [t(`app:keys.states.${key}`, { value, defaultValue: fallback })]
  })
  return [
    t('app:help.in', { area: t(`shortcuts:areas.${area}`, { defaultValue: area }) }),
    ...conditions,
  ].join(', ')
}
