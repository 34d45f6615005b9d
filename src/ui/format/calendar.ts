/**
 * Days and ages in the supported languages, equal to the output of Intl (`calendar.test.ts`). Intl itself needs 15 to 30 ms
 * for its first text in a new process, and the list with its times renders first.
 */

type Calendar = {
  readonly now: string
  /** `#` is the number. */
  readonly minute: string
  readonly hour: string
  readonly day: string
  /** One day ago, two days ago. */
  readonly daysAgo?: readonly [string, string]
  readonly date: (month: number, day: number, year?: number) => string
  readonly wholeDate: (month: number, day: number, year?: number) => string
  readonly weekday: (weekday: number) => string
  readonly weekdayAndDate: (weekday: string, date: string) => string
}

const MONTHS = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(
  ',',
)
const WEEKDAYS = 'Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday'.split(',')

const englishDate = (month: string | undefined, day: number, year?: number) =>
  `${month} ${day}${year === undefined ? '' : `, ${year}`}`
const eastDate = (month: number, day: number, year?: number) =>
  `${year === undefined ? '' : `${year}年`}${month + 1}月${day}日`

const english: Calendar = {
  now: 'now',
  minute: '#m',
  hour: '#h',
  day: '#d',
  date: (month, ...rest) => englishDate(MONTHS[month]?.slice(0, 3), ...rest),
  wholeDate: (month, ...rest) => englishDate(MONTHS[month], ...rest),
  weekday: (weekday) => WEEKDAYS[weekday] ?? '',
  weekdayAndDate: (weekday, date) => `${weekday}, ${date}`,
}
const east = {
  date: eastDate,
  wholeDate: eastDate,
  weekdayAndDate: (weekday: string, date: string) => date + weekday,
}
const chinese = {
  ...east,
  daysAgo: ['昨天', '前天'] as const,
  weekday: (weekday: number) => `星期${'日一二三四五六'[weekday]}`,
}

const calendars: Readonly<Record<string, Calendar>> = {
  ja: {
    ...east,
    now: '今',
    minute: '#分前',
    hour: '#時間前',
    day: '#日前',
    daysAgo: ['昨日', '一昨日'],
    weekday: (weekday) => `${'日月火水木金土'[weekday]}曜日`,
  },
  'zh-CN': { ...chinese, now: '现在', minute: '#分钟前', hour: '#小时前', day: '#天前' },
  'zh-TW': { ...chinese, now: '現在', minute: '# 分鐘前', hour: '# 小時前', day: '# 天前' },
}

/** @param language one of the reader's; any other is written as in English */
const calendarOf = (language: string): Calendar => calendars[language] ?? english

/** A short relative time: "now", "5m". */
export function formatAge(count: number, unit: 'minute' | 'hour' | 'day', language: string): string {
  const calendar = calendarOf(language)
  const named = unit === 'day' ? calendar.daysAgo?.[count - 1] : undefined
  return named ?? (count === 0 ? calendar.now : calendar[unit].replace('#', String(count)))
}

/** "Mar 3", "Mar 3, 2023". @param at ms */
export function formatDate(at: number, withYear: boolean, language: string): string {
  const date = new Date(at)
  return calendarOf(language).date(date.getMonth(), date.getDate(), withYear ? date.getFullYear() : undefined)
}

/** "Monday". @param at ms */
export const formatWeekday = (at: number, language: string): string =>
  calendarOf(language).weekday(new Date(at).getDay())

/** "Monday, March 3", "March 3, 2023". @param at ms */
export function formatFullDate(at: number, withYear: boolean, language: string): string {
  const { wholeDate, weekdayAndDate } = calendarOf(language)
  const date = new Date(at)
  const [month, day] = [date.getMonth(), date.getDate()]
  return withYear
    ? wholeDate(month, day, date.getFullYear())
    : weekdayAndDate(formatWeekday(at, language), wholeDate(month, day))
}
