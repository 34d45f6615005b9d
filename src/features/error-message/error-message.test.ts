import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import errors from '../../../locales/en/errors.json'
import { errorMessage } from './error-message.ts'

const refused = (code: number, message: string, reason: string | null = null) => ({
  kind: 'refused',
  key: null,
  code,
  message,
  reason,
  status: 400,
})

beforeAll(() => i18next.init({ lng: 'en', ns: ['errors'], resources: { en: { errors } } }))
const text = (error: unknown) => errorMessage(error, (key, values) => i18next.t(key, values))

test('an unknown code shows the message of the server', () => {
  expect(text(refused(77_001, 'The moon is full'))).toBe('The moon is full')
  expect(text(refused(77_001, 'The moon is full', 'Wait a day.'))).toBe('The moon is full: Wait a day.')
  expect(text(refused(77_001, ''))).toBe('Something unexpected happened.')
})

test('the reason follows a complete sentence without a colon', () => {
  expect(text(refused(4007, 'x', 'Wait a day.'))).toBe('The two-factor code is wrong. Wait a day.')
})

test('a known code shows its translation', () => {
  expect(text(refused(4007, 'x'))).toBe('The two-factor code is wrong.')
  expect(text(refused(4008, 'x'))).toBe('Enter your two-factor code.')
})
