import { afterEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestUser, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
afterEach(() => server.close())

const change = (user: TestUser, tab: string, body: unknown) =>
  user.request(`/settings/${tab}`, { method: 'PATCH', body })
const read = async (user: TestUser, query = '') => (await user.request(`/settings${query}`)).json()

describe('settings', () => {
  test('start empty, and take one key after the other', async () => {
    server = await startTestServer({ now: () => Date.parse('2026-05-01T10:00:00.123Z') })
    const ada = await server.signUp()
    expect(await read(ada)).toEqual({ code: 0, settings: {}, updated: {} })
    expect(await (await change(ada, 'general', { dimRead: true })).json()).toEqual({ code: 0 })
    await change(ada, 'general', { unreadOnly: false, updated: 1_700_000_000_000 })
    await change(ada, 'appearance', { toolbarOrder: { main: ['a'], more: [] } })
    expect(await read(ada)).toEqual({
      code: 0,
      settings: {
        general: { dimRead: true, unreadOnly: false },
        appearance: { toolbarOrder: { main: ['a'], more: [] } },
      },
      updated: { general: '2026-05-01T10:00:00.123Z', appearance: '2026-05-01T10:00:00.123Z' },
    })
    expect(await read(ada, '?tab=appearance,ai')).toMatchObject({ settings: { appearance: {} } })
    expect(Object.keys(((await read(ada, '?tab=appearance')) as { updated: object }).updated)).toEqual([
      'appearance',
    ])
  })

  test('of two devices at once keep the keys of both', async () => {
    server = await startTestServer()
    const ada = await server.signUp()
    await Promise.all(Array.from({ length: 8 }, (_, n) => change(ada, 'general', { [`key${n}`]: n })))
    const { settings } = (await read(ada)) as { settings: { general: object } }
    expect(Object.keys(settings.general)).toHaveLength(8)
  })

  test('are private to their user', async () => {
    server = await startTestServer()
    const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
    await change(ada, 'general', { dimRead: true })
    await change(bob, 'general', { dimRead: false })
    expect(await read(ada)).toMatchObject({ settings: { general: { dimRead: true } } })
    expect(await read(bob)).toMatchObject({ settings: { general: { dimRead: false } } })
  })
})

describe('a change of settings', () => {
  test('is refused with its own code when tab, kind or size are wrong', async () => {
    server = await startTestServer()
    const ada = await server.signUp()
    const refused: [string, unknown, number, number][] = [
      ['integration', { token: 'x' }, 400, 7001],
      ['toString', {}, 400, 7001],
      ['general', { dimRead: 'yes' }, 400, 7002],
      ['appearance', { uiTextSize: '16' }, 400, 7002],
      ['appearance', { customCSS: 'x'.repeat(65_536) }, 413, 7003],
      ['general', '["dimRead"]', 400, 7002],
      ['general', 'null', 400, 7002],
      ['general', '{"dimRead":', 400, 1002],
    ]
    for (const [tab, body, status, code] of refused) {
      const answer = await change(ada, tab, body)
      expect([answer.status, (await answer.json()) as object]).toMatchObject([status, { code }])
    }
    expect(await read(ada)).toEqual({ code: 0, settings: {}, updated: {} })
  })

  test('that gradually exceeds its limit is refused and leaves the tab unchanged', async () => {
    server = await startTestServer()
    const ada = await server.signUp()
    const half = 'x'.repeat(40_000)
    expect((await change(ada, 'general', { one: half })).status).toBe(200)
    expect((await change(ada, 'general', { two: half })).status).toBe(413)
    expect(await read(ada)).toEqual(expect.objectContaining({ settings: { general: { one: half } } }))
  })

  test('leaves out what belongs to one browser', async () => {
    server = await startTestServer()
    const ada = await server.signUp()
    await change(ada, 'general', { language: 'ja', voice: 'x', dimRead: true })
    await change(ada, 'appearance', { accentColor: 'blue', uiTextSize: 18, tab: 'general' })
    expect(await read(ada)).toMatchObject({
      settings: { general: { dimRead: true }, appearance: { uiTextSize: 18 } },
    })
    expect(JSON.stringify(await read(ada))).not.toMatch(/language|voice|accentColor/)
  })

  test('cannot reach into other objects by a clever key', async () => {
    server = await startTestServer()
    const ada = await server.signUp()
    expect((await change(ada, 'general', '{"__proto__":{"polluted":true}}')).status).toBe(200)
    expect('polluted' in {}).toBe(false)
  })

  test('needs a session', async () => {
    server = await startTestServer()
    expect((await server.request('/settings/general', { method: 'PATCH', body: {} })).status).toBe(401)
  })
})
