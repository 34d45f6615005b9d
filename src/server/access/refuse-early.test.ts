import { afterAll, beforeAll, expect, test } from 'vitest'
import { findingRows } from '../../../tests/support/api-matrix/finding.ts'
import { readingRows } from '../../../tests/support/api-matrix/reading.ts'
import type { Row, Rows } from '../../../tests/support/api-matrix/row.ts'
import { startPluginServer } from '../../../tests/support/plugin-server.ts'
import type { TestServer, TestUser } from '../../../tests/support/server.ts'
import { tokenOf } from '../../../tests/support/sync.ts'
import { pluginRows } from '../../../tests/support/plugin-contract.ts'
import { paths, tokenScopeOf, type CallName } from '../../contract/paths.ts'
import { limitedCalls } from './limited-calls.ts'
import { isAdminCall } from './refuse-early.ts'

const rows: Rows<CallName> = { ...readingRows, ...findingRows, ...pluginRows }
const names = Object.keys(paths) as CallName[]
let server: TestServer
let ben: TestUser
beforeAll(async () => {
  // Its calls are among those of the contract.
  server = (await startPluginServer('beacon', 'sqlite', { others: 'all' })).server
  await server.signUp('admin')
  ben = await server.signUp('ben')
})
afterAll(() => server.close())

/** With an input that no call takes. */
const statusOf = async (request: TestUser['request'], name: CallName) => {
  const [method, path] = paths[name]
  const body = method === 'GET' ? undefined : '{"broken'
  return (await request(`${path.replace(/\{\w+\}/g, '%00')}?limit=x&offset=x&all=x&name=`, { method, body }))
    .status
}

test('the calls of administrators are those that the matrix makes as one', () => {
  const byAdmins = names.filter((name) => (rows[name] as Row).by === 'root' && name !== 'feeds.refresh')
  expect(names.filter(isAdminCall).toSorted()).toEqual(byAdmins.toSorted())
})

test.each(names.filter(isAdminCall))(
  '%s is refused for want of permission, not for its input',
  async (name) => {
    expect(await statusOf(ben.request, name)).toBe(403)
  },
)

test('a token that is limited to some feeds is refused before its input is read', async () => {
  const scopes = ['read', 'mark', 'save'] as const
  const { request } = await tokenOf(server, ben, { scopes, limit: { folders: [], feeds: ['1'] } })
  const closed = names.filter((name) => {
    const isOfScope = scopes.some((scope) => scope === tokenScopeOf(name))
    return isOfScope && name !== 'plugins.call' && !(name in limitedCalls)
  })
  expect(closed).toContain('subscriptions.export')
  for (const name of closed) expect([name, await statusOf(request, name)]).toEqual([name, 403])
})
