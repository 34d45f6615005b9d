import { afterEach, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
afterEach(() => server.close())

const marksIn = (answer: Response) =>
  answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('lectern.user='))
const signIn = (email: string) =>
  server.request('/better-auth/sign-in/email', { method: 'POST', body: { email, password: PASSWORD } })

test('scripts can read whose session this browser has, from signing in to signing out', async () => {
  server = await startTestServer()
  const [ada, bob] = [await server.signUp('ada'), await server.signUp('bob')]
  expect(ada.cookie).toContain(`lectern.user=${ada.id}`)
  const [mark = '', ...others] = marksIn(await signIn(bob.email))
  expect(others).toEqual([])
  expect(mark).toContain(`lectern.user=${bob.id};`)
  expect(mark).not.toMatch(/httponly/i)
  const left = await ada.request('/better-auth/sign-out', { method: 'POST', body: {} })
  expect(marksIn(left)[0]).toMatch(/^lectern\.user=;.*Max-Age=0/)
})

test('a session without a mark gets it when the reader asks who is signed in, and the mark opens nothing', async () => {
  server = await startTestServer()
  const ada = await server.signUp('ada')
  const headers = { cookie: ada.cookie.replace(/; lectern\.user=[^;]*/, '') }
  expect(marksIn(await ada.request('/better-auth/get-session'))).toEqual([])
  const [mark] = marksIn(await server.request('/better-auth/get-session', { headers }))
  expect(mark).toContain(`lectern.user=${ada.id};`)
  expect(marksIn(await server.request('/settings', { headers }))).toEqual([])
  const alone = { headers: { cookie: `lectern.user=${ada.id}` } }
  expect((await server.request('/settings', alone)).status).toBe(401)
  expect(marksIn(await server.request('/better-auth/get-session'))).toEqual([])
})
