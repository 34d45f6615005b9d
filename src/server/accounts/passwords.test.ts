import { scryptSync } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PASSWORD, startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { passwordHashOf } from '../storage/accounts/accounts.ts'
import { scryptPasswords } from './passwords.ts'

let server: TestServer
beforeEach(async () => void (server = await startTestServer({ passwords: scryptPasswords })))
afterEach(() => server.close())

/** The key that scrypt derives with the costs that OWASP's password storage cheat sheet allows. */
function keyOf(password: string, salt: string): string {
  const costs = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
  return scryptSync(password, salt, 64, costs).toString('hex')
}

test('a password is stored as the scrypt key of the password and a salt of its own', async () => {
  const users = [await server.signUp(), await server.signUp()]
  const hashes = await Promise.all(users.map(({ id }) => passwordHashOf(server.storage, id)))
  expect(new Set(hashes).size).toBe(2)
  for (const hash of hashes) {
    const [salt = '', key] = (hash ?? '').split(':')
    expect(salt).toMatch(/^[0-9a-f]{32}$/)
    expect(key).toBe(keyOf(PASSWORD, salt))
  }
})

test('only the right password signs in, confirms a call and lets a new one be set', async () => {
  const { email, request } = await server.signUp()
  const signIn = async (password: string) =>
    (await server.request('/better-auth/sign-in/email', { method: 'POST', body: { email, password } })).status
  expect([await signIn(PASSWORD), await signIn(`${PASSWORD}!`)]).toEqual([200, 401])
  const confirm = async (password: string) =>
    (await request('/app-passwords', { method: 'POST', body: { name: 'Phone', password } })).status
  expect([await confirm(PASSWORD), await confirm(`${PASSWORD}!`)]).toEqual([200, 400])
  const change = async (currentPassword: string) => {
    const body = { currentPassword, newPassword: 'another horse battery' }
    return (await request('/better-auth/change-password', { method: 'POST', body })).status
  }
  expect([await change(`${PASSWORD}!`), await change(PASSWORD)]).toEqual([400, 200])
  expect([await signIn(PASSWORD), await signIn('another horse battery')]).toEqual([401, 200])
})
