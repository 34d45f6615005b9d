import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import errors from '../../../../locales/en/errors.json'
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

test('failures of the local database and too many requests say what helps', () => {
  const local = { kind: 'local', message: 'database or disk is full', full: true }
  expect(text(local)).toBe(
    'There is no space left for the local database. Free some disk space, or store fewer entries. database or disk is full',
  )
  expect(text({ kind: 'local', message: 'Newer.', full: false, otherVersion: true })).toBe(
    'The local database is from another version of Lectern. Newer.',
  )
  expect(text({ kind: 'local', message: 'no such table', full: false })).toBe(
    'Something unexpected happened. no such table',
  )
  expect(text({ kind: 'failed', status: 429, message: null })).toBe(
    'Too many requests. Wait a moment, then try again.',
  )
})

test('the message of a plugin, or of the reader, takes the place of the code', () => {
  const shown = (plugin: string | null, key: string) =>
    errorMessage(
      {
        ...refused(97008, 'x'),
        words: { plugin, words: { key, values: { field: 'about' }, reason: 'Why.' } },
      },
      (name, { field }) => `${name} ${String(field)}.`,
    )
  expect(shown('meaning', 'nothingYet')).toBe('meaning:nothingYet about. Why.')
  expect(shown('meaning', 'outside.unreachable')).toBe('app:outside.unreachable about. Why.')
  expect(shown(null, 'app:query.errors.noRanking')).toBe('app:query.errors.noRanking about. Why.')
})
