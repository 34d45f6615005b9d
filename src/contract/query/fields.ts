/** The fields of the query language: one row each, with how its value is read and written. */
import type { View } from '../views.ts'
import {
  ageUnits,
  CURRENT_ENTRY,
  queryAnnotations,
  queryMedia,
  queryStates,
  queryViews,
  type AgeUnit,
  type QueryTerm,
  type SourceTerm,
} from './ast.ts'
import type { QueryErrorCode } from './errors.ts'

/** Terms by field, and the two settings of a whole query. */
export const queryFields = [
  'title',
  'author',
  'feed',
  'in',
  'tag',
  'list',
  'inbox',
  'view',
  'is',
  'has',
  'older',
  'newer',
  'before',
  'after',
  'time',
  'lang',
  'label',
  'note',
  'transcript',
  'like',
  'about',
  'sort',
  'limit',
] as const
export type QueryField = (typeof queryFields)[number]
export type QueryTermField = Exclude<QueryField, 'sort' | 'limit'>
export const isQueryField = (name: string): name is QueryField =>
  (queryFields as readonly string[]).includes(name)

/** The values of fields that have a fixed set of them. */
export const fieldValues: Partial<Record<QueryField, readonly string[]>> = {
  view: queryViews,
  is: queryStates,
  has: [...queryMedia, ...queryAnnotations],
  like: [CURRENT_ENTRY],
  sort: ['new', 'old'],
}

export const MAX_LIMIT = 100_000
const AGE = new RegExp(`^(\\d{1,5})(${ageUnits.toSorted((a, b) => b.length - a.length).join('|')})$`)
const READING_TIME = /^([<>])(\d{1,4})m?$/
const DATE = /^\d{4}-\d{2}-\d{2}$/
const LANGUAGE = /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/

/** A term, or why the value is invalid. */
export type ReadValue = QueryTerm | { readonly kind: 'error'; readonly code: QueryErrorCode }

const source =
  (field: SourceTerm['field']) =>
  (name: string): ReadValue => ({ kind: 'source', field, name })
const text =
  (field: 'title' | 'author') =>
  (value: string): ReadValue => ({ kind: 'text', field, text: value })
const unknownValue = { kind: 'error', code: 'unknownValue' } as const

function readAge(comparison: 'older' | 'newer', value: string): ReadValue {
  const match = AGE.exec(value.toLowerCase())
  if (!match) return { kind: 'error', code: 'invalidAge' }
  return { kind: 'age', comparison, count: Number(match[1]), unit: match[2] as AgeUnit }
}

function readDate(comparison: 'before' | 'after', date: string): ReadValue {
  return DATE.test(date) && isDay(date)
    ? { kind: 'date', comparison, date }
    : { kind: 'error', code: 'invalidDate' }
}

/** `<10m`, `>5`: in minutes. */
function readReadingTime(value: string): ReadValue {
  const [, sign, minutes] = READING_TIME.exec(value.toLowerCase()) ?? []
  if (minutes === undefined) return { kind: 'error', code: 'invalidReadingTime' }
  return { kind: 'time', comparison: sign === '<' ? 'under' : 'over', minutes: Number(minutes) }
}

/** A day of the calendar: 2026-02-30 is none, though `Date` reads it. */
function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

function readView(value: string): ReadValue {
  const name = value.toLowerCase()
  const view = queryViews.findIndex((plural) => plural === name || plural === `${name}s`)
  return view === -1 ? unknownValue : { kind: 'view', view: view as View }
}

export const readValue: { readonly [F in QueryTermField]: (value: string) => ReadValue } = {
  title: text('title'),
  author: text('author'),
  feed: source('feed'),
  in: source('folder'),
  tag: source('tag'),
  list: source('list'),
  inbox: source('inbox'),
  view: readView,
  is: (value) => {
    const state = queryStates.find((one) => one === value.toLowerCase())
    return state ? { kind: 'state', state } : unknownValue
  },
  has: (value) => {
    const name = value.toLowerCase()
    const media = queryMedia.find((one) => one === name)
    if (media) return { kind: 'media', media }
    const annotation = queryAnnotations.find((one) => one === name)
    return annotation ? { kind: 'annotation', annotation } : unknownValue
  },
  older: (value) => readAge('older', value),
  newer: (value) => readAge('newer', value),
  before: (value) => readDate('before', value),
  after: (value) => readDate('after', value),
  time: readReadingTime,
  lang: (value) => {
    const language = value.toLowerCase().replaceAll('_', '-')
    return LANGUAGE.test(language) ? { kind: 'language', language } : unknownValue
  },
  label: (name) => ({ kind: 'label', name }),
  note: (value) => ({ kind: 'note', text: value }),
  transcript: (value) => ({ kind: 'transcript', text: value }),
  like: (value) => ({ kind: 'near', ranking: 'like', value }),
  about: (value) => ({ kind: 'near', ranking: 'about', value }),
}
