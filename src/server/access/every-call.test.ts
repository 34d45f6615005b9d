/** Every call of the contract with a token of each scope. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFixtures, type Fixtures } from '../../../tests/support/api-matrix/fixtures.ts'
import { findingRows } from '../../../tests/support/api-matrix/finding.ts'
import { ownedRowsOf } from '../../../tests/support/api-matrix/owned-rows.ts'
import { readingRows } from '../../../tests/support/api-matrix/reading.ts'
import { MARK, type Row, type Rows } from '../../../tests/support/api-matrix/row.ts'
import { send, type SendRequest } from '../../../tests/support/api-matrix/send.ts'
import { PASSWORD } from '../../../tests/support/server.ts'
import { tokenOf } from '../../../tests/support/sync.ts'
import { pluginRows } from '../../../tests/support/plugin-contract.ts'
import { paths, tokenScopeOf, type CallName } from '../../contract/paths.ts'
import { tokenScopes, type TokenScope } from '../../contract/token-scopes.ts'
import { limitedCalls } from './limited-calls.ts'

/** Calls of plugins have scopes of their own; the table's is for those that save. */
const scopeOf = (name: CallName): TokenScope | null =>
  // The row runs a command of a plugin, whose manifest says this.
  name === 'plugins.call' ? 'read' : tokenScopeOf(name)
const rows: Rows<CallName> = { ...readingRows, ...findingRows, ...pluginRows }
/** All but the one that better-auth answers: it knows no token. */
const names = (Object.keys(paths) as CallName[]).filter((name) => name !== 'session.get')
const open = names.filter((name) => tokenScopeOf(name) !== null)
/** The message of a refusal because of the token. */
const FOR_THE_TOKEN = /token/

describe('a token of each scope', () => {
  let world: Fixtures
  const ada = new Map<TokenScope | 'none', SendRequest>()
  let bob: SendRequest
  let limited: SendRequest

  beforeAll(async () => {
    world = await createFixtures('sqlite')
    const { server, people } = world
    for (const scope of tokenScopes)
      ada.set(
        scope,
        (await tokenOf(server, people.ada, { scopes: [scope] }, { TOTPCode: world.code() })).request,
      )
    bob = (await tokenOf(server, people.bob, { scopes: tokenScopes })).request
    const limit = { folders: [], feeds: [world.feed] }
    const proof = { TOTPCode: world.code() }
    limited = (await tokenOf(server, people.ada, { scopes: ['read', 'mark', 'save'], limit }, proof)).request
  })
  afterAll(() => world.close())

  const ask = async (request: SendRequest, name: CallName) => {
    const row = rows[name] as Row
    const answer = await send(request, name, (await row.good(world)) as object as never, row.headers?.(world))
    return { status: answer.status, text: await answer.text() }
  }

  test.each(names)('%s is answered to the scope of the table alone', async (name) => {
    for (const [scope, request] of ada) {
      const { status, text } = await ask(request, name)
      if (scopeOf(name) === scope) expect(text, scope).not.toMatch(/"reason":"[^"]*token/)
      else {
        expect([status, JSON.parse(text)], scope).toEqual([
          403,
          { code: 1004, message: 'No permission', reason: expect.stringMatching(FOR_THE_TOKEN) },
        ])
      }
    }
  })

  test.each(open)('%s shows nothing of Ada to a token of Bob', async (name) => {
    const { text } = await ask(bob, name)
    expect(text).not.toContain(MARK)
    expect(text).not.toContain(world.inboxSecret)
  })

  test.each(names.filter((name) => !(name in limitedCalls)))(
    '%s is closed to a token that is limited to a feed',
    async (name) => {
      expect((await ask(limited, name)).status).toBe(403)
    },
  )

  test.each(Object.keys(limitedCalls) as CallName[])(
    '%s shows a limited token nothing of other feeds',
    async (name) => {
      const { text } = await ask(limited, name)
      expect(text).not.toContain(MARK)
      expect(text).not.toContain(world.secretFeed)
    },
  )

  test('a token that only reads changes nothing of its user, whatever it sends', async () => {
    const read = ada.get('read') as SendRequest
    await ask(read, 'reads.totalCount')
    const ownedRows = await ownedRowsOf(world.server.storage, world.people.ada.id)
    // Uses of a token are recorded by the hour.
    const belongings = async () => {
      const { tokenUses: _, ...others } = await ownedRows()
      return JSON.stringify(others).replaceAll(/usedAt[\\":]+\d+/g, '')
    }
    for (const name of names) {
      // The quota of the language model is counted, and the input may be made for Ada first.
      if (name.startsWith('ai.')) continue
      const row = rows[name] as Row
      const input = (await row.good(world)) as never
      const before = await belongings()
      await (await send(read, name, input, row.headers?.(world))).text()
      expect(await belongings(), name).toEqual(before)
    }
  })

  test('no secret of an inbox is told to a token that only reads', async () => {
    const read = ada.get('read') as SendRequest
    for (const name of open.filter((call) => tokenScopeOf(call) === 'read'))
      expect((await ask(read, name)).text, name).not.toContain(world.inboxSecret)
    const managing = (
      await tokenOf(
        world.server,
        world.people.ada,
        { scopes: ['read', 'manage'] },
        { TOTPCode: world.code() },
      )
    ).request
    expect((await ask(managing, 'inboxes.list')).text).toContain(world.inboxSecret)
  })

  test('a token of an administrator has nothing of the administrator', async () => {
    const root = (await tokenOf(world.server, world.people.root, { scopes: tokenScopes })).request
    for (const name of names.filter((one) => (rows[one] as Row).by === 'root'))
      expect((await ask(root, name)).status, name).toBe(403)
  })

  test.each([
    ['/better-auth/get-session', 'GET', {}],
    ['/better-auth/list-sessions', 'GET', {}],
    [
      '/better-auth/change-password',
      'POST',
      { currentPassword: PASSWORD, newPassword: 'another horse battery' },
    ],
    ['/better-auth/update-user', 'POST', { name: 'Mallory' }],
    ['/better-auth/delete-user', 'POST', { password: PASSWORD }],
    ['/better-auth/one-time-token/generate', 'GET', {}],
  ])('%s knows no token', async (path, method, body) => {
    const answer = await bob(path, method === 'GET' ? { method } : { method, body })
    expect(await answer.text()).not.toContain(world.people.bob.email)
    const { name } = await world.server.storage.db
      .selectFrom('user')
      .select('name')
      .where('id', '=', world.people.bob.id)
      .executeTakeFirstOrThrow()
    expect(name).toBe('bob')
  })

  test('a cookie beside a token adds nothing to it', async () => {
    const read = ada.get('read') as SendRequest
    const { cookie } = world.people.ada
    expect((await read('/app-passwords', { headers: { cookie } })).status).toBe(403)
    const wrong = { cookie, authorization: 'Bearer aaaaa-aaaaa-aaaaa-aaaaa' }
    expect((await world.server.request('/reads', { headers: wrong })).status).toBe(401)
  })
})
