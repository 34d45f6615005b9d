import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import type { Condition, Rule } from '../../contract/actions.ts'
import { infoNotified, type UserNotification } from '../app/index.ts'
import { rowsRequested } from '../entries/index.ts'
import { $undoTitle, undoRequested } from '../journal/index.ts'
import { $timeline, idsIn } from '../timeline/index.ts'
import { createFakeServer, startReader, type Reader } from '../testing.ts'
import { $rules, muteRequested } from './index.ts'

type FakeServer = ReturnType<typeof createFakeServer>
const NOON = Date.UTC(2026, 0, 15, 12)

/** A server that hides entries by the words of their titles, and runs of it. */
function serverWithRuns(): FakeServer {
  const hidden = new Map<string, FakeServer['entries']>()
  const wordOf = ({ rules }: { rules: Rule[] }): string =>
    (rules.flatMap(({ condition }) => condition as Condition[][])[0] ?? [])[0]?.value ?? ''
  const server: FakeServer = createFakeServer({
    'actions.dryRun': (input: { rules: Rule[] }) => {
      const found = server.entries.filter(({ title }) => title.includes(wordOf(input)))
      return { code: 0, data: { rules: [{ count: found.length, entryIds: found.map(({ id }) => id) }] } }
    },
    'actions.run': (input: { rules: Rule[] }, key: string) => {
      const found = server.entries.filter(({ title }) => title.includes(wordOf(input)))
      hidden.set(key, found)
      for (const entry of found) server.entries.splice(server.entries.indexOf(entry), 1)
      return { code: 0, data: { run: key } }
    },
    'actions.runs': () => ({ code: 0, data: [...hidden.keys()].map((id) => ({ id, state: 'done' })) }),
    'actions.undoRun': ({ run }: { run: string }) => {
      server.entries.push(...(hidden.get(run) ?? []))
      return { code: 0, data: { untouched: 0 } }
    },
  })
  server.follow('1')
  server.publish('1', '1', NOON, { title: 'green tea' })
  server.publish('1', '2', NOON - 1000, { title: 'coffee' })
  server.publish('1', '3', NOON - 2000, { title: 'black tea' })
  return server
}
async function reading(server = serverWithRuns()): Promise<Reader> {
  const reader = await startReader({ server })
  await allSettled(rowsRequested, { scope: reader.scope, params: ['1', '2', '3'] })
  return reader
}
const listed = ({ scope }: Reader) => idsIn(scope.getState($timeline).ids)
const tea = { mute: { kind: 'word', value: 'tea' }, name: 'Muted' } as const
const stored = async ({ server }: Reader) => (await server.api.actions.get({})).data?.rules ?? []

test('a muted word hides its entries at once, says how many, and comes back by one undo', async () => {
  const reader = await reading()
  const { scope, server } = reader
  const said: UserNotification[] = []
  createWatch({ unit: infoNotified, scope, fn: (one) => said.push(one) })
  const release = server.hold('actions.put')
  const muting = allSettled(muteRequested, { scope, params: tea })
  await expect.poll(() => listed(reader)).toEqual(['2'])
  release()
  await muting
  expect(said.at(-1)).toMatchObject({ key: 'app:undo.mutedEntries', values: { name: 'tea', count: 2 } })
  expect(scope.getState($undoTitle)?.values).toMatchObject({ name: 'tea', count: 2 })
  expect(await stored(reader)).toMatchObject([{ name: 'Muted', result: { block: true } }])
  expect(await reader.local.call('entries.heads', ['1', '2', '3'])).toMatchObject([{ id: '2' }])

  await allSettled(undoRequested, { scope, params: undefined })
  await reader.settled()
  expect(await stored(reader)).toEqual([])
  expect(listed(reader)).toEqual(['1', '2', '3'])
})

test('the next mute joins the rule of another device, and is taken out of it alone', async () => {
  const reader = await reading()
  const { scope, server } = reader
  const other: Rule = {
    name: 'Quiet',
    condition: [[{ field: 'entry_author', operator: 'eq', value: 'Ada' }]],
    result: { block: true },
  }
  await server.api.actions.put({ rules: [other] })
  await allSettled(muteRequested, { scope, params: tea })
  expect((await stored(reader)).map(({ name, condition }) => [name, condition.length])).toEqual([
    ['Quiet', 2],
  ])
  await allSettled(undoRequested, { scope, params: undefined })
  expect(await stored(reader)).toEqual([other])
  expect(scope.getState($rules)).toEqual([other])
})

test('a refused mute brings its entries back', async () => {
  const reader = await reading()
  const { scope, server } = reader
  server.refuse('actions.put', 'actionLimit', 'At most 10 rules.')
  await allSettled(muteRequested, { scope, params: tea })
  await reader.settled()
  expect(listed(reader)).toEqual(['1', '2', '3'])
  expect(await stored(reader)).toEqual([])
})
