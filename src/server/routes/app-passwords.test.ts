import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestUser, type TestServer } from '../../../tests/support/server.ts'

describe('app passwords', () => {
  let server: TestServer
  let ada: TestUser
  beforeAll(async () => {
    server = await startTestServer()
    ada = await server.signUp('ada')
  })
  afterAll(() => server.close())

  const make = (user: TestUser, name: unknown) =>
    user.request('/app-passwords', { method: 'POST', body: { name, password: PASSWORD } })
  const list = async (user: TestUser) =>
    ((await (await user.request('/app-passwords')).json()) as { data: { id: string; name: string }[] }).data

  test('one is made, shown once, listed without it, and deleted', async () => {
    const { data } = (await (await make(ada, ' Phone ')).json()) as {
      data: { id: string; password: string; username: string }
    }
    expect(data).toMatchObject({ name: 'Phone', username: 'ada@example.org', usedAt: null })
    expect(data.password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
    const rows = await server.storage.db.selectFrom('appPasswords').selectAll().execute()
    expect(JSON.stringify([await list(ada), rows])).not.toContain(data.password)
    await ada.request('/app-passwords', { method: 'DELETE', body: { id: data.id } })
    expect(await list(ada)).toEqual([])
  })

  test('its use is noted', async () => {
    const { data } = (await (await make(ada, 'Tablet')).json()) as { data: { id: string; password: string } }
    const body = new URLSearchParams({ Email: 'ada@example.org', Passwd: data.password })
    await server.app.request('/accounts/ClientLogin', { method: 'POST', body })
    expect(await list(ada)).toMatchObject([{ name: 'Tablet', usedAt: expect.stringMatching(/Z$/) }])
    await ada.request('/app-passwords', { method: 'DELETE', body: { id: data.id } })
  })

  test.each([
    ['', 400],
    ['x'.repeat(51), 400],
    [7, 400],
    [undefined, 400],
  ])('the name %j is refused', async (name, status) => {
    const answer = await make(ada, name)
    expect([answer.status, ((await answer.json()) as { code: number }).code]).toEqual([status, 1002])
  })

  test('without a session all three are refused', async () => {
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await server.request('/app-passwords', { method })).status).toBe(401)
  })

  test('users cannot see or delete those of others', async () => {
    await make(ada, 'Own')
    const bob = await server.signUp('bob')
    const [own] = await list(ada)
    expect(await list(bob)).toEqual([])
    await bob.request('/app-passwords', { method: 'DELETE', body: { id: own?.id } })
    expect(await list(ada)).toHaveLength(1)
  })

  test('fifty are enough', async () => {
    const many = await server.signUp('many')
    for (let at = 0; at < 50; at += 1) await make(many, `${at}`)
    const answer = await make(many, 'one more')
    expect([answer.status, ((await answer.json()) as { code: number }).code]).toEqual([422, 3])
  })

  test('a change of the account’s password keeps them and returns their number; on request it deletes them', async () => {
    const cy = await server.signUp('cy')
    const tokens = [await tokenOf(cy), await tokenOf(cy)]
    const change = async (request: TestUser['request'], body: object) =>
      request('/better-auth/change-password', {
        method: 'POST',
        body: { currentPassword: PASSWORD, newPassword: PASSWORD, ...body },
      })
    const stored = await change(cy.request, { revokeOtherSessions: false })
    expect(await stored.json()).toMatchObject({ appPasswords: { revoked: 0, left: 2 } })
    for (const token of tokens) expect(await readAs(token)).toBe(200)
    const wrong = await change(cy.request, {
      currentPassword: 'wrong horse battery',
      revokeAppPasswords: true,
    })
    expect(wrong.status).toBe(400)
    for (const token of tokens) expect(await readAs(token)).toBe(200)
    const ended = await change(cy.request, { revokeAppPasswords: true })
    expect(await ended.json()).toMatchObject({ appPasswords: { revoked: 2, left: 0 } })
    for (const token of tokens) expect(await readAs(token)).toBe(401)
  })

  /** Creates an app password and signs in with it, as a reader does. @returns the reader's token */
  const tokenOf = async (user: TestUser): Promise<string> => {
    const { data } = (await (await make(user, 'Reader')).json()) as {
      data: { username: string; password: string }
    }
    const body = new URLSearchParams({ Email: data.username, Passwd: data.password })
    const answer = await server.app.request('/accounts/ClientLogin', { method: 'POST', body })
    return /Auth=(.+)/.exec(await answer.text())?.[1] ?? ''
  }
  const readAs = async (token: string): Promise<number> => {
    const headers = { authorization: `GoogleLogin auth=${token}` }
    return (await server.app.request('/reader/api/0/user-info', { headers })).status
  }
})
