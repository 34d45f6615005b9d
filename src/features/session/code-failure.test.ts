import { expect, test } from 'vitest'
import { codeFailure } from './session-failure.ts'

const failed = (status: number, message: string) => codeFailure({ kind: 'failed', status, message }).key

test('a refused code differs from a sign-in that took too long', () => {
  expect(failed(401, 'Invalid code')).toBe('wrongCode')
  expect(failed(401, 'Invalid backup code')).toBe('wrongCode')
  expect(failed(401, 'Invalid two factor cookie')).toBe('codeExpired')
  expect(failed(429, 'Too many attempts')).toBe('rateLimited')
  expect(failed(500, 'Broken')).toBe('other')
  expect(codeFailure({ kind: 'unreachable' }).key).toBe('unreachable')
})
