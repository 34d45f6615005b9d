import { createEvent, createStore } from 'effector'
import { parsedJson } from '../../core/parsed-json.ts'
import { persist } from '../persist.ts'

/** `seconds`: reading time of each entry. */
export type ReadingList = {
  readonly minutes: number
  readonly entries: readonly { readonly id: string; readonly feedId: string; readonly seconds: number }[]
}
export const readingListMade = createEvent<ReadingList>()
/** null: there is none. */
export const $readingList = createStore<ReadingList | null>(null, { serialize: 'ignore' }).on(
  readingListMade,
  (_, list) => list,
)
export const $readingListIds = $readingList.map((list) => list?.entries.map(({ id }) => id) ?? [])
persist($readingList, {
  key: 'lectern:reading-list',
  parse: parseList,
  changed: readingListMade,
  ofUser: true,
})

function parseList(text: string | null): ReadingList | null {
  const value = parsedJson(text)
  return isReadingList(value) ? value : null
}

function isReadingList(value: unknown): value is ReadingList {
  if (typeof value !== 'object' || value === null) return false
  const { minutes, entries } = value as Readonly<Record<string, unknown>>
  return typeof minutes === 'number' && Array.isArray(entries) && (entries as unknown[]).every(isListed)
}

function isListed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { id, feedId, seconds } = value as Readonly<Record<string, unknown>>
  return typeof id === 'string' && typeof feedId === 'string' && typeof seconds === 'number'
}
