import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EntryEffect, Local, ReceivedEntry } from '../../calls.ts'
import { memoryLocal } from '../../memory-local.ts'
import { entry } from '../entry.sample.ts'

const feeds = ['f1', 'f2', 'f3', 'f4', 'f5']
const ids = Array.from({ length: 12 }, (_, index) => `e${String(index).padStart(2, '0')}`)
const feedOf = (id: string): string => feeds[Number(id.slice(1)) % feeds.length] as string
const timeOf = (id: string): number => 1000 + (Number(id.slice(1)) % 4)

type State = { read: boolean; batch: string | null; star: { at: number; view: number } | null }
type Rows = ReadonlyMap<string, State>
type Change = { readonly id: string; readonly effect: EntryEffect }
type Model = { confirmed: Map<string, State>; outbox: Change[] }

/** The model: what an effect does to one entry, as simply as possible. */
function after(id: string, state: State, effect: EntryEffect): State {
  if (effect.do === 'read')
    return effect.entryIds.includes(id) ? { ...state, read: effect.read, batch: null } : state
  if (effect.do === 'unreadAll')
    return state.read && state.batch === effect.batch ? { ...state, read: false, batch: null } : state
  if (effect.do === 'star') {
    if (effect.entryId !== id) return state
    return { ...state, star: effect.starredAt === null ? null : { at: effect.starredAt, view: effect.view } }
  }
  if (effect.do !== 'readAll') return state
  const { feedIds, startTime = -Infinity, endTime = Infinity, insertedBefore = Infinity } = effect.scope
  const at = timeOf(id)
  const inside = feedIds.includes(feedOf(id)) && at >= startTime && at <= endTime && at + 5 < insertedBefore
  return inside && !state.read ? { ...state, read: true, batch: effect.batch } : state
}
const all = (rows: Rows, effect: EntryEffect): Map<string, State> =>
  new Map([...rows].map(([id, state]) => [id, after(id, state, effect)]))
const shown = (model: Model): Rows =>
  model.outbox.reduce<Rows>((rows, { effect }) => all(rows, effect), model.confirmed)

type Step =
  | {
      readonly kind: 'put'
      readonly id: string
      readonly read: boolean
      readonly star: number | null
      readonly view: 0 | 1
    }
  | { readonly kind: 'begin'; readonly effect: EntryEffect }
  | { readonly kind: 'accepted' | 'refused'; readonly which: number }

const someIds = fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 4 })
const someBatch = fc.constantFrom('b1', 'b2')
const time = fc.option(fc.integer({ min: 999, max: 1010 }), { nil: undefined })
const effect: fc.Arbitrary<EntryEffect> = fc.oneof(
  fc.record({ do: fc.constant('read' as const), entryIds: someIds, read: fc.boolean() }),
  fc.record({
    do: fc.constant('readAll' as const),
    batch: someBatch,
    scope: fc.record({ feedIds: fc.subarray(feeds), startTime: time, endTime: time, insertedBefore: time }),
  }),
  fc.record({ do: fc.constant('unreadAll' as const), batch: someBatch }),
  fc.record({
    do: fc.constant('star' as const),
    entryId: fc.constantFrom(...ids),
    starredAt: fc.option(fc.integer({ min: 1, max: 9 })),
    view: fc.constantFrom(0 as const, 1 as const),
  }),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    id: fc.constantFrom(...ids),
    read: fc.boolean(),
    star: fc.option(fc.integer({ min: 1, max: 9 })),
    view: fc.constantFrom(0 as const, 1 as const),
  }),
  fc.record({ kind: fc.constant('begin' as const), effect }),
  fc.record({ kind: fc.constantFrom('accepted' as const, 'refused' as const), which: fc.nat(5) }),
)

test('what shows is always the confirmed rows with the pending changes replayed over them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (migrations) => {
      const local = memoryLocal()
      const model: Model = { confirmed: new Map(), outbox: [] }
      for (const [number, next] of migrations.entries()) {
        const { answers, expected } = await taken(local, model, next, `c${number}`)
        expect(answers).toEqual(expected)
      }
      const { answers, expected } = await bothViews(local, model)
      expect(answers).toEqual(expected)
      local.close()
    }),
    { numRuns: 60 },
  )
})

type Comparison = { readonly answers: readonly unknown[]; readonly expected: readonly unknown[] }
const nothing: Comparison = { answers: [], expected: [] }

/** Runs a step in the database and in the model. */
async function taken(local: Local, model: Model, next: Step, name: string): Promise<Comparison> {
  if (next.kind === 'put') {
    await local.call('entries.put', [received(next)])
    put(model, next)
    return nothing
  }
  if (next.kind === 'begin') {
    const before = shown(model)
    model.outbox.push({ id: name, effect: next.effect })
    const unreadDelta = countsWhere(shown(model), (state, id) => before.get(id)?.read !== state.read)
    const row = { id: name, noun: 'entries', name: 'x', args: {}, effect: next.effect, at: 1 }
    // The same call again, as after a lost response, has the same result and changes nothing.
    const answers = [await local.call('outbox.begin', row), await local.call('outbox.begin', row)]
    return { answers, expected: [{ unreadDelta }, { unreadDelta }] }
  }
  const change = model.outbox[next.which]
  if (!change) return nothing
  if (next.kind === 'accepted') model.confirmed = all(model.confirmed, change.effect)
  model.outbox = model.outbox.filter((other) => other !== change)
  await local.call(`outbox.${next.kind}`, [change.id])
  return nothing
}

function put(model: Model, { id, read, star, view }: Extract<Step, { kind: 'put' }>): void {
  const before = shown(model).get(id)
  const stored = model.confirmed.get(id)?.batch ?? null
  const batch = read && before?.read ? before.batch : stored
  model.confirmed.set(id, { read, batch, star: star === null ? null : { at: star, view } })
}

const received = ({ id, read, star, view }: Extract<Step, { kind: 'put' }>): ReceivedEntry =>
  entry({
    id,
    feedId: feedOf(id),
    publishedAt: timeOf(id),
    insertedAt: timeOf(id) + 5,
    read,
    starredAt: star,
    view,
  })

/** Everything that the database shows, and the same from the model. */
async function bothViews(local: Local, model: Model): Promise<Comparison> {
  const rows = shown(model)
  const inOrder = [...rows].toSorted(([a], [b]) => timeOf(b) - timeOf(a) || (a < b ? 1 : -1))
  const answers: unknown[] = [await local.call('timeline.unreadCounts')]
  const expected: unknown[] = [countsWhere(rows, (state) => !state.read)]
  for (const unreadOnly of [true, false]) {
    const listed = (holds: (id: string, state: State) => boolean): string[] =>
      inOrder.filter(([id, state]) => holds(id, state) && !(unreadOnly && state.read)).map(([id]) => id)
    for (const feedIds of [feeds, ['f1', 'f3'], ['f2']]) {
      answers.push(await pages(local, { feedIds }, unreadOnly))
      expected.push(listed((id) => feedIds.includes(feedOf(id))))
    }
    for (const view of [0, 1] as const) {
      answers.push(await pages(local, { starsOf: view }, unreadOnly))
      expected.push(listed((_, { star }) => star?.view === view))
    }
  }
  const heads = await local.call('entries.heads', ids)
  answers.push(heads.map(({ id, read, starredAt }) => ({ id, read, starredAt })))
  const known = ids.flatMap((id) => [[id, model.confirmed.get(id)] as const]).filter(([, state]) => state)
  expected.push(known.map(([id, state]) => ({ id, read: state?.read, starredAt: state?.star?.at ?? null })))
  return { answers, expected }
}

/** All pages of three, one after another: each entry once. */
async function pages(
  local: Local,
  of: { feedIds: string[] } | { starsOf: 0 | 1 },
  unreadOnly: boolean,
): Promise<string[]> {
  const seen: string[] = []
  for (let page = 0, last = null as { publishedAt: number; id: string } | null; page < 10; page++) {
    const {
      ids: results,
      times,
      done,
    } = await local.call('timeline.page', { of, unreadOnly, after: last, limit: 3 })
    seen.push(...results)
    if (done) return seen
    last = { publishedAt: times.at(-1) as number, id: results.at(-1) as string }
  }
  throw new Error('The pages never end')
}

function countsWhere(rows: Rows, counts: (state: State, id: string) => boolean): Record<string, number> {
  const results: Record<string, number> = {}
  for (const [id, state] of rows) if (counts(state, id)) results[feedOf(id)] = (results[feedOf(id)] ?? 0) + 1
  return results
}
