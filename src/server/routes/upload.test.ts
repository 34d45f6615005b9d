import { afterEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestUser, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
afterEach(() => server.close())

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('the rest')])
function upload({ request }: Pick<TestUser, 'request'>, bytes: Uint8Array, field = 'file') {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'avatar.jpg')
  return request('/upload/avatar', { method: 'POST', body: form, headers: { host: 'localhost:4310' } })
}
const urlOf = async (answer: Promise<Response>) => ((await (await answer).json()) as { url: string }).url
const get = (url: string) => server.app.request(new URL(url).pathname)
const stored = () => server.storage.db.selectFrom('avatars').select('id').execute()

describe('a picture of oneself', () => {
  test('is taken, shown to everybody as what it is, and fits into the profile', async () => {
    server = await startTestServer()
    const ada = await server.signUp('ada')
    const url = await urlOf(upload(ada, png))
    expect(url).toMatch(/^http:\/\/localhost:4310\/avatars\/\d+$/)
    const shown = await get(url)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true)
    const changed = await ada.request('/better-auth/update-user', { method: 'POST', body: { image: url } })
    expect(changed.status).toBe(200)
    expect(await (await server.request(`/profiles?id=${ada.id}`)).json()).toMatchObject({
      data: { image: url },
    })
    await upload(ada, png)
    expect((await get(url)).status).toBe(200)
    await upload(ada, png)
    expect(await stored()).toHaveLength(2)
  })
})

test('what is no picture, or too much of one, is refused', async () => {
  server = await startTestServer()
  const ada = await server.signUp('ada')
  const refused: [string, Uint8Array, number, number][] = [
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 400, 14000],
    ['a drawing that can run scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, 14000],
    ['nothing', Buffer.alloc(0), 400, 14000],
    ['three megabytes', Buffer.concat([png, Buffer.alloc(3_000_000)]), 413, 14001],
  ]
  for (const [what, bytes, status, code] of refused) {
    const answer = await upload(ada, bytes)
    expect([what, answer.status, await answer.json()]).toMatchObject([what, status, { code }])
  }
  const body = new Uint8Array(11_000_000)
  const endless = await ada.request('/upload/avatar', { method: 'POST', body })
  expect([endless.status, await endless.json()]).toMatchObject([413, { code: 14001 }])
  expect((await upload(ada, png, 'picture')).status).toBe(400)
  expect((await upload(server, png)).status).toBe(401)
  expect(await stored()).toEqual([])
  expect((await get('http://x/avatars/1')).status).toBe(404)
})

test('a database that cannot store it returns 14002', async () => {
  server = await startTestServer()
  const ada = await server.signUp('ada')
  await server.storage.db.schema.dropTable('avatars').execute()
  const answer = await upload(ada, png)
  expect([answer.status, await answer.json()]).toMatchObject([500, { code: 14002 }])
})
