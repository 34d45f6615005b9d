import { afterEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { isTooDeep, TOO_DEEP } from './json-depth.ts'

let server: TestServer | undefined
afterEach(() => server?.close())

const deep = (open: string, close: string): string => open.repeat(30_000) + close.repeat(30_000)
const lists = deep('[', ']')
const objects = `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`

test.each([
  ['lists', lists, true],
  ['objects', objects, true],
  ['lists that never end', '['.repeat(101), true],
  ['a hundred levels', '['.repeat(100) + ']'.repeat(100), false],
  ['lists beside one another', `[${'[],'.repeat(1000)}[]]`, false],
  ['brackets in a text', JSON.stringify({ a: '[{"'.repeat(1000) }), false],
  ['an escaped quote before brackets', String.raw`{"a":"\"${'['.repeat(200)}"}`, false],
  ['a text that ends with a backslash', `{"a":"\\\\","b":${lists}}`, true],
  ['nothing', '', false],
])('%s', (_, json, expected) => {
  expect(isTooDeep(json)).toBe(expected)
})

test.each([
  ['PATCH', '/settings/general', `{"dimRead":${lists}}`],
  ['PATCH', '/settings/appearance', `{"other":${objects}}`],
  ['PATCH', '/settings/general', `{"other":"\\u0000","more":${lists}}`],
  ['PUT', '/actions', `{"rules":${lists}}`],
  ['POST', '/inboxes/webhook', `{"extra":${lists}}`],
  ['POST', '/data/g', `{"events":[{"name":"a","params":{"a":${lists}}}]}`],
  ['POST', '/better-auth/update-user', `{"socialLinks":${objects}}`],
  ['POST', '/better-auth/sign-in/email', `{"email":"a@example.org","password":${lists}}`],
])('%s %s refuses what is nested too deep, in words', async (method, path, body) => {
  server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
  const ada = await server.signUp()
  const answer = await ada.request(path, { method, body })
  const { code, reason, message } = (await answer.json()) as Record<string, unknown>
  expect([answer.status, code, reason ?? message]).toEqual([400, 1002, TOO_DEEP])
})
