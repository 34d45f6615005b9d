import { expect, test } from 'vitest'
import { formatAge, formatDate, formatFullDate, formatWeekday } from './calendar.ts'

const languages = ['en', 'ja', 'zh-CN', 'zh-TW']
const days = Array.from({ length: 366 }, (_, day) => new Date(2028, 0, 1 + day, 12).getTime())
const message = (language: string, text: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(language, text)
  return days.map((day) => format.format(day))
}

test.each(languages)('days are written as Intl writes them in %s', (language) => {
  const date = { day: 'numeric', month: 'short' } as const
  const whole = { day: 'numeric', month: 'long' } as const
  const year = { year: 'numeric' } as const
  const weekday = { weekday: 'long' } as const
  expect(days.map((day) => formatDate(day, false, language))).toEqual(message(language, date))
  expect(days.map((day) => formatDate(day, true, language))).toEqual(message(language, { ...date, ...year }))
  expect(days.map((day) => formatWeekday(day, language))).toEqual(message(language, weekday))
  expect(days.map((day) => formatFullDate(day, false, language))).toEqual(
    message(language, { ...whole, ...weekday }),
  )
  expect(days.map((day) => formatFullDate(day, true, language))).toEqual(
    message(language, { ...whole, ...year }),
  )
})

const counts = [1, 2, 3, 6, 23, 59]
test.each(['minute', 'hour', 'day'] as const)('ages in %ss are written as Intl writes them', (unit) => {
  for (const language of languages.slice(1)) {
    const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'narrow' })
    expect(counts.map((count) => formatAge(count, unit, language))).toEqual(
      counts.map((count) => format.format(-count, unit)),
    )
  }
  // English readers know "5m".
  const format = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'narrow' })
  expect(counts.map((count) => formatAge(count, unit, 'en'))).toEqual(
    counts.map((count) => format.format(count)),
  )
})

test('the present moment has a format in each', () => {
  for (const language of languages)
    expect(formatAge(0, 'minute', language)).toBe(
      new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'narrow' }).format(0, 'second'),
    )
})

test('a language that the reader does not have is written as in English', () => {
  expect(formatAge(5, 'hour', 'de')).toBe('5h')
})
