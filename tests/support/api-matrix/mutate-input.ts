/** Derives invalid inputs from a valid one according to the schema. */
import { z } from 'zod'
import { calls, type Call } from '../../../src/contract/calls.ts'
import { paths, type CallName } from '../../../src/contract/paths.ts'

type Fields = Readonly<Record<string, unknown>>
export type MutatedInput = { readonly label: string; readonly field: string; readonly input: Fields }

type Described = { properties?: Record<string, { type?: string }>; required?: string[] }
const described = (call: Call): Described =>
  z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Described
const inPath = (name: CallName): string[] =>
  [...paths[name][1].matchAll(/\{(\w+)\}/g)].map(([, key]) => key ?? '')
const fieldsOf = (name: CallName): string[] =>
  Object.keys(described(calls[name]).properties ?? {}).filter((field) => field !== 'file')

/** One input per required field, without it. */
export function withoutOne(name: CallName, good: Fields): MutatedInput[] {
  const needed = (described(calls[name]).required ?? []).filter(
    (field) => !inPath(name).includes(field) && field !== 'file',
  )
  return needed.map((field) => {
    const { [field]: _removed, ...rest } = good
    return { label: `without ${field}`, field, input: rest }
  })
}

const strange = [{}, 'no such thing', 12.5, -1, true, [{}], ['one', 'two'], null]
const strangeTexts = ['no such thing', '-1', '12.5', ['one', 'two']]

/** Each field with a value of the wrong type; fields that accept any value are skipped. */
export function ofWrongKind(name: CallName, good: Fields): MutatedInput[] {
  const call: Call = calls[name]
  const candidates = paths[name][0] === 'GET' || call.body ? strangeTexts : strange
  return fieldsOf(name).flatMap((field) => {
    const locations = inPath(name).includes(field) ? ['No such Thing'] : candidates
    const results = locations.find((value) => !call.input.safeParse({ ...good, [field]: value }).success)
    return results === undefined
      ? []
      : [{ label: `${field} = ${JSON.stringify(results)}`, field, input: { ...good, [field]: results } }]
  })
}

/** Unusual texts: very long, or with NUL, which PostgreSQL cannot store. */
export function withOddTexts(name: CallName, good: Fields): MutatedInput[] {
  const isText = ([, { type }]: [string, { type?: string }]) => type === 'string' || type === undefined
  const texts = Object.entries(described(calls[name]).properties ?? {}).filter(isText)
  return texts
    .filter(([field]) => field !== 'file')
    .flatMap(([field]) => [
      { label: `${field} with 20,000 letters`, field, input: { ...good, [field]: 'x'.repeat(20_000) } },
      { label: `${field} with a zero`, field, input: { ...good, [field]: 'a\u0000b' } },
    ])
}

const ids = /^(id|feedId|listId|entryId|inboxId|userId|run)$/
const idLists = /^(ids|feedIds|feedIdList|entryIds|userIds)$/

/** Each id replaced by an unknown id. */
export const withUnknown = (name: CallName, good: Fields, unknown: string): MutatedInput[] =>
  fieldsOf(name).flatMap((field) => {
    const value = ids.test(field) ? unknown : idLists.test(field) ? [unknown] : null
    if (value === null || !(field in good)) return []
    return [{ label: `${field} of nothing`, field, input: { ...good, [field]: value } }]
  })
