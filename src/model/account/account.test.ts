import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { createFakeServer, person, startReader } from '../testing.ts'
import { signInFx, verifyCodeFx } from './index.ts'

const credentials = { email: 'ada@example.org', password: 'correct horse' }

test('with a second factor nobody is signed in before the code is accepted', async () => {
  const server = createFakeServer()
  server.user = null
  const codes: string[] = []
  const auth = {
    ...server.api.auth,
    signIn: async () => ({ twoFactorRedirect: true }),
    verifyTotp: async ({ code }: { code: string }) => {
      codes.push(`totp ${code}`)
      if (code !== '123456') throw { kind: 'failed', status: 401, message: 'Invalid code' }
      server.user = person('1')
    },
    verifyBackupCode: async ({ code }: { code: string }) => void codes.push(`backup ${code}`),
  }
  const { scope } = await startReader({ server, services: { api: { ...server.api, auth } } })
  const asked = () => server.sent('session.get').length
  const before = asked()
  const first = await allSettled(signInFx, { scope, params: credentials })
  expect(first).toEqual({ status: 'done', value: 'code-required' })
  expect(asked()).toBe(before)

  const wrong = await allSettled(verifyCodeFx, { scope, params: { kind: 'totp', code: '000000' } })
  expect(wrong.status).toBe('fail')
  expect(asked()).toBe(before)
  await allSettled(verifyCodeFx, { scope, params: { kind: 'totp', code: ' 123 456 ' } })
  expect(asked()).toBe(before + 1)
  await allSettled(verifyCodeFx, { scope, params: { kind: 'backup', code: ' abcde-fghij ' } })
  expect(codes).toEqual(['totp 000000', 'totp 123456', 'backup abcde-fghij'])
})
