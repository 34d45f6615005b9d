/** When something happened, in as little room as a row has: now, 5m, 3h, 2d, then the date. */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Building an Intl formatter costs far more than using it, and a list uses a handful thousands of times. */
const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>()

const once = <Formatter extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => Formatter,
): Formatter => {
  const known = made.get(key)
  if (known) return known as Formatter
  const formatter = make()
  made.set(key, formatter)
  return formatter
}

const relative = (locale: string) =>
  once(`${locale} relative`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' }))

/** English readers know "5m"; elsewhere that is foreign ("5分前" is what a Japanese reader expects). */
const unit = (locale: string, count: number, name: 'minute' | 'hour' | 'day') =>
  locale.startsWith('en')
    ? once(
        `${locale} ${name}`,
        () => new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'narrow' }),
      ).format(count)
    : relative(locale).format(-count, name)

const shortDate = (locale: string, at: number, withYear: boolean) =>
  once(
    `${locale} date ${withYear}`,
    () =>
      new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: 'short',
        ...(withYear ? { year: 'numeric' } : {}),
      }),
  ).format(at)

/** at and now in milliseconds since 1970. A time in the future (a feed's wrong clock, a planned post) is its date. */
export const relativeTimeWords = (at: number, now: number, locale: string): string => {
  if (!Number.isFinite(at)) return ''
  const ago = now - at
  if (ago < -minute || ago >= 7 * day) return shortDate(locale, at, !sameYear(at, now))
  if (ago < minute) return relative(locale).format(0, 'second')
  if (ago < hour) return unit(locale, Math.floor(ago / minute), 'minute')
  if (ago < day) return unit(locale, Math.floor(ago / hour), 'hour')
  return unit(locale, Math.floor(ago / day), 'day')
}

/** The whole date and time, for the title and for the head of an entry. */
export const fullTimeWords = (at: number, locale: string): string =>
  Number.isFinite(at)
    ? once(
        `${locale} full`,
        () => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }),
      ).format(at)
    : ''

const sameYear = (a: number, b: number) => new Date(a).getFullYear() === new Date(b).getFullYear()
