import type { TFunction } from 'i18next'

/** Minutes of an hour, a day and a month (spec 9). */
const HOUR = 60
const DAY = 1440
const MONTH = 43_200

/**
 * Formats a duration as spec 9 says: `45 mins`, then `1h 5m`, `2d 3h`, `1M 2d`. The smaller unit is left out where it is 0.
 * @param minutes rounded; what is shorter than one minute is one
 */
export function formatMinutes(minutes: number, t: TFunction): string {
  const whole = Math.max(1, Math.round(minutes))
  if (whole < HOUR) return t('common:duration.minutes', { count: whole })
  if (whole < DAY) return join(part(whole, HOUR, 'hours'), part(whole % HOUR, 1, 'minutesShort'), t)
  if (whole < MONTH) return join(part(whole, DAY, 'days'), part(whole % DAY, HOUR, 'hours'), t)
  return join(part(whole, MONTH, 'months'), part(whole % MONTH, DAY, 'days'), t)
}

type Part = { readonly amount: number; readonly unit: 'minutesShort' | 'hours' | 'days' | 'months' }

const part = (minutes: number, length: number, unit: Part['unit']): Part => ({
  amount: Math.floor(minutes / length),
  unit,
})

function join(larger: Part, smaller: Part, t: TFunction): string {
  const [first, second] = [larger, smaller].map(({ amount, unit }) =>
    t(`common:duration.${unit}`, { amount }),
  )
  return smaller.amount === 0 ? (first ?? '') : t('common:duration.both', { first, second })
}
