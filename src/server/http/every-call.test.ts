/**
 * Every call of the contract, on both engines: success, refusals, and that no user sees or changes another user's data.
 * Further behaviour of a call is tested in its module.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds, testId } from '../../../tests/support/storage.ts'
import { send, sendRaw, type SendRequest } from '../../../tests/support/api-matrix/send.ts'
import { ownedRowsOf, type OwnedRows } from '../../../tests/support/api-matrix/owned-rows.ts'
import { findingRows } from '../../../tests/support/api-matrix/finding.ts'
import { readingRows } from '../../../tests/support/api-matrix/reading.ts'
import { MARK, type Outcome, type Row, type Rows } from '../../../tests/support/api-matrix/row.ts'
import * as mutate from '../../../tests/support/api-matrix/mutate-input.ts'
import { createFixtures, secrets, type Fixtures } from '../../../tests/support/api-matrix/fixtures.ts'
import { pluginMatrices, pluginRows } from '../../../tests/support/plugin-contract.ts'
import { calls, type Call } from '../../contract/calls.ts'
import { errorCatalogue, type ErrorKey } from '../../contract/errors.ts'
import { paths, type CallName } from '../../contract/paths.ts'
import { ERROR_CONTENT_TYPE } from './refusal.ts'

/** Every row of the matrix: a missing call is a type error, and a failure here. */
const rows: Rows<CallName> = { ...readingRows, ...findingRows, ...pluginRows }

type Fields = Readonly<Record<string, unknown>>
const names = Object.keys(paths) as CallName[]
/** Responses without `code` (wire-contract 1.3). */
const BARE = /^(session|categories\.list|discover\.search)/
const bareOfPlugins = pluginMatrices.flatMap(({ bare = [] }) => bare)
const people = ['ada', 'bob', 'tom', 'root'] as const

/** Calls that return private data of the user. */
const MARKED = [
  'entries.get',
  'entries.inboxList',
  'entries.list',
  'entries.search',
  'entries.readingList',
  'entries.stream',
  'subscriptions.list',
  'subscriptions.export',
  'categories.list',
  'settings.get',
  'inboxes.list',
  'actions.get',
  'appPasswords.list',
  'messaging.list',
  'discover.search',
  ...pluginMatrices.flatMap(({ marked = [] }) => marked),
] as CallName[]

test('every call of the contract has a row in the matrix, and every row a call', () => {
  expect(Object.keys(rows).toSorted()).toEqual(names.toSorted())
  expect(names.length).toBeGreaterThan(140)
})

/** The same queries hide the rest of a private feed on both engines: tested on one. */
const worlds = kinds.flatMap((kind) =>
  secrets.filter((secret) => kind === 'sqlite' || secret === 'followed').map((secret) => ({ kind, secret })),
)

describe.each(worlds)('every call on $kind, a private feed $secret', ({ kind, secret }) => {
  let world: Fixtures
  let belongings: OwnedRows
  beforeAll(async () => {
    world = await createFixtures(kind, secret)
    belongings = await ownedRowsOf(world.server.storage, world.people.ada.id)
  })
  afterAll(() => world.close())

  const goodOf = async (name: CallName) => (await rowOf(name).good(world)) as Fields
  const headersOf = (name: CallName) => rowOf(name).headers?.(world) ?? {}
  const requesterOf = (who: (typeof people)[number] | 'anonymous'): SendRequest =>
    who === 'anonymous' ? world.server.request : world.people[who].request
  const ownRequester = (name: CallName) => requesterOf(rowOf(name).by ?? 'ada')

  test.each(names)('%s refuses users without permission, and shows Ada’s data to Ada only', async (name) => {
    const { others = {}, shared = false, by = 'ada' } = rowOf(name)
    const open = Boolean((calls[name] as Call).open)
    // A row's setup before each request may create data of Ada too, so it runs first.
    const inputs = new Map<string, Fields>()
    for (const who of ['anonymous', ...people]) inputs.set(who, await goodOf(name))
    const before = await belongings()
    for (const who of ['anonymous', ...people] as const) {
      if (who === by || (who === 'ada' && by !== 'ada')) continue
      const outcome = others[who] ?? (who === 'anonymous' && !open ? 'unauthorized' : 'done')
      const answer = await send(requesterOf(who), name, inputs.get(who) ?? {}, headersOf(name))
      const text = await textOf(name, answer)
      expect(outcomeOf(name, answer, text, who), who).toBe(outcome)
      if (by === 'ada' && who !== 'root') expect(text, `${who} sees what is Ada's`).not.toContain(MARK)
      expect(text, `${who} sees Ada's address`).not.toContain('ada@example.org')
    }
    if (!shared) expect(await belongings()).toEqual(before)
    if (by === 'ada') return
    const answer = await send(requesterOf('ada'), name, await goodOf(name), headersOf(name))
    expect(outcomeOf(name, answer, await textOf(name, answer), 'ada'), 'ada').toBe(others.ada ?? 'done')
  })

  test.each(names)('%s returns nothing to others for the ids of Ada’s data', async (name) => {
    const good = await goodOf(name)
    const before = await belongings()
    for (const id of [world.secretFeed, world.secretEntry, world.inboxEntry])
      for (const { label, input } of mutate.withUnknown(name, good, id)) {
        const answer = await send(world.people.bob.request, name, input, headersOf(name))
        const text = await textOf(name, answer)
        expect(text, `${label}, as ${id}`).not.toContain(MARK)
      }
    if (!rowOf(name).shared) expect(await belongings()).toEqual(before)
  })

  // The rest does not depend on whether she still follows it.
  if (secret === 'left') return

  /** For refusals before any query: the same on both engines. */
  const namesOnce = kind === 'sqlite' ? names : []

  test('Ada’s private data is in her own responses, so that the check cannot pass on empty data', async () => {
    for (const name of MARKED) {
      const answer = await send(world.people.ada.request, name, await goodOf(name))
      expect(await answer.text(), name).toContain(MARK)
    }
  })

  const refuses = async (
    name: CallName,
    label: string,
    input: unknown,
    { outcome, headers = headersOf(name) }: { outcome: Outcome; headers?: ReturnType<typeof headersOf> },
  ) => {
    const answer = await send(ownRequester(name), name, input as Fields, headers)
    const text = await textOf(name, answer)
    expect(outcomeOf(name, answer, text, label), label).toBe(outcome)
    return text
  }

  test.each(namesOnce)('%s names the field that is missing or of the wrong type', async (name) => {
    const { missing = {} } = rowOf(name)
    for (const { label, field, input } of mutate.withoutOne(name, await goodOf(name))) {
      const text = await refuses(name, label, input, { outcome: missing[field] ?? 'invalidParameter' })
      if (!(field in missing)) expect(text, label).toContain(field)
    }
    for (const { label, field, input } of mutate.ofWrongKind(name, await goodOf(name)))
      expect(await refuses(name, label, input, { outcome: 'invalidParameter' }), label).toContain(field)
  })

  test.each(names)('%s names the error', async (name) => {
    const { unknown = {}, bad = [] } = rowOf(name)
    // A new one for each call, as some calls create what has the id of their input.
    for (const { label, field, input } of mutate.withUnknown(name, await goodOf(name), testId())) {
      expect(unknown, `${name} says nothing of an unknown ${field}`).toHaveProperty(field)
      await refuses(name, label, input, { outcome: unknown[field] ?? 'done' })
    }
    for (const { label, input, refusal, headers } of bad)
      await refuses(name, label, await input(world), {
        outcome: refusal,
        ...(headers && { headers: headers(world) }),
      })
  })

  test.each(names.filter((name) => paths[name][0] === 'GET' && !(calls[name] as Call).effects))(
    '%s, a read without effects, leaves everything as it was',
    async (name) => {
      const input = await goodOf(name)
      const before = await belongings()
      expect((await send(ownRequester(name), name, input, headersOf(name))).status).toBeLessThan(500)
      expect(await belongings()).toEqual(before)
    },
  )

  test.each(names)('%s is not put out by texts that are far too long or hold a zero', async (name) => {
    for (const { label, input } of mutate.withOddTexts(name, await goodOf(name))) {
      const answer = await send(ownRequester(name), name, input, headersOf(name))
      const text = await textOf(name, answer)
      expect(answer.status, `${label}: ${text}`).toBeLessThan(500)
      if (!answer.ok) refusalIn(answer, text, label)
    }
  })

  // A body of any size has tests of its own (account-files).
  test.each(namesOnce.filter((name) => paths[name][0] !== 'GET' && (calls[name] as Call).body !== 'stream'))(
    '%s refuses a body that is none',
    async (name) => {
      const ask = ownRequester(name)
      const file = (calls[name] as Call).body === 'file'
      const notAnObject = (calls[name] as Call).notAnObject ?? 'invalidParameter'
      const bodies = [
        ['{"half":', 'application/json', 'invalidParameter'],
        [`{"deep":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'application/json', 'invalidParameter'],
        ['[1, 2]', 'application/json', notAnObject],
        ['"text"', 'text/plain', notAnObject],
        ['a=b&c=d', 'application/x-www-form-urlencoded', 'invalidParameter'],
        ['<a/>', 'application/xml', 'invalidParameter'],
      ] as const
      for (const [body, type, refusal] of file ? [] : bodies) {
        const answer = await sendRaw(ask, name, body, type)
        const outcome = outcomeOf(name, answer, await answer.text(), `${type} ${body.slice(0, 40)}`)
        expect(outcome, `${type} ${body.slice(0, 40)}`).toBe(refusal)
      }
      for (const [body, type] of file ? ([['--x', 'multipart/form-data; boundary=x']] as const) : []) {
        const answer = await sendRaw(ask, name, body, type)
        expect(outcomeOf(name, answer, await answer.text(), type), type).toBe('invalidFile')
      }
      const large = await sendRaw(ask, name, ' '.repeat(file ? 10_485_761 : 1_048_577), 'application/json')
      expect(outcomeOf(name, large, await large.text(), 'too much'), 'too much').toBe(
        file ? 'fileTooLarge' : 'unprocessable',
      )
    },
  )

  test.each(names)('%s responds as the contract says', async (name) => {
    const { refused, after } = rowOf(name)
    const input = await goodOf(name)
    const answer = await send(ownRequester(name), name, input, {
      ...headersOf(name),
      // Clients do not send application/json reliably, so the type is ignored (wire-contract 1.1).
      ...((calls[name] as Call).body === 'file' ? {} : { 'content-type': 'text/plain;charset=UTF-8' }),
    })
    expect(outcomeOf(name, answer, await textOf(name, answer), 'a good input'), 'a good input').toBe(
      refused ?? 'done',
    )
    await after?.(world)
  })
})

const rowOf = (name: CallName) => rows[name] as Row

/** Only the beginning of a stream is read: it may never end. */
async function textOf(name: CallName, answer: Response): Promise<string> {
  if (!answer.ok || !(calls[name] as Call).answers?.includes('event-stream')) return answer.text()
  const reader = answer.body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return new TextDecoder().decode(first?.value)
}

/** The result of a request, after its response was validated against the contract. */
function outcomeOf(name: CallName, answer: Response, text: string, label: string): Outcome {
  if (answer.status !== 200) return refusalIn(answer, text, label)
  const call: Call = calls[name]
  const type = answer.headers.get('content-type')
  expect(answer.headers.get('cache-control'), label).toMatch(/no-store|no-cache/)
  if (call.answers) expect(type, label).toBe(call.answers)
  if (call.answers) return 'done'
  expect(type, label).toMatch(/^application\/json(; charset=utf-8)?$/)
  const message: unknown = JSON.parse(text)
  expect(call.output.safeParse(message).error?.message, label).toBeUndefined()
  if (!BARE.test(name) && !bareOfPlugins.includes(name)) expect(message, label).toMatchObject({ code: 0 })
  return 'done'
}

/** Every refusal has the same form: status and code of one row of the catalogue, and a type that both clients read. */
function refusalIn(answer: Response, text: string, label: string): ErrorKey {
  expect(answer.headers.get('content-type'), label).toBe(ERROR_CONTENT_TYPE)
  const { code, message, reason, data, ...rest } = JSON.parse(text) as Record<string, unknown>
  // The position in an invalid query.
  if (data !== undefined) expect(data, label).toEqual({ position: expect.any(Number) })
  expect(rest, label).toEqual({})
  expect(['string', 'undefined'], label).toContain(typeof reason)
  const known = Object.keys(errorCatalogue).find((key) => errorCatalogue[key as ErrorKey][0] === code)
  expect(known, `${label}: ${text}`).toBeDefined()
  expect([answer.status, message]).toEqual(errorCatalogue[known as ErrorKey].slice(1))
  return known as ErrorKey
}
