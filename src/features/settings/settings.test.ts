import { createEvent } from 'effector'
import { expect, test } from 'vitest'
import type { CommandCall, Command } from '../../core/index.ts'
import type { ApiError } from '../../api/index.ts'
import { filledLinks, linkProblems } from './account/check-profile.ts'
import { proofNeedOf } from './account/proof-need.ts'
import { totpSecret } from './account/second-factor-setup.tsx'
import { keyText } from '../../ui/key-label.ts'
import { bracesMatch } from './appearance/custom-css-section.tsx'
import { conflictsOf } from './shortcuts/conflicts-of.ts'
import { pressKeys } from './shortcuts/recorder.tsx'
import { formatUntil } from '../../ui/index.ts'
import { filterFeeds, sortFeeds, type FeedFilter, type FeedRow } from './feeds/sort-feeds.ts'

const press = (key: string, ...current: string[]) => ({
  key,
  code: key,
  getModifierState: (name: string) => current.includes(name),
})
const command = (id: string, keys: string): Command => ({
  id,
  group: 'entry',
  title: id,
  kind: 'view',
  bindings: [{ keys }],
  where: ['timeline'],
  run: createEvent<CommandCall>(),
})

test.each([
  ['passwordRequired', { kind: 'password', isWrong: false }],
  ['invalidPassword', { kind: 'password', isWrong: true }],
  ['twoFactorCodeRequired', { kind: 'code', isWrong: false }],
  ['invalidTwoFactorCode', { kind: 'code', isWrong: true }],
  ['recentSignInRequired', { kind: 'signIn', isWrong: false }],
  ['tooManyAttempts', null],
  ['noPermission', null],
] as const)('a call that is refused with %s needs %j', (key, need) => {
  const refused: ApiError = { kind: 'refused', key, code: 1, message: '', reason: null, status: 400 }
  expect(proofNeedOf(refused)).toEqual(need)
})

test('a wrong password that better-auth refuses is asked for again', () => {
  expect(proofNeedOf({ kind: 'failed', status: 400, message: 'Invalid password' })).toEqual({
    kind: 'password',
    isWrong: true,
  })
  expect(proofNeedOf({ kind: 'failed', status: 500, message: 'Broken' })).toBeNull()
})

test('the key of an authenticator app is shown in groups of four', () => {
  expect(totpSecret('otpauth://totp/Lectern:ada?secret=ABCDEFGHIJ&issuer=Lectern')).toBe('ABCD EFGH IJ')
})

test('links of a profile are web addresses or names, and empty ones are not sent', () => {
  const socialLinks = { github: 'javascript:alert(1)', twitter: 'ada', discord: 'https://example.org/ada' }
  expect(linkProblems(socialLinks)).toEqual(['github'])
  expect(filledLinks({ twitter: ' ada ', github: ' ' })).toEqual({ twitter: 'ada' })
  expect(filledLinks({ twitter: '' })).toBeNull()
})

test('no proof helps against a server that cannot be reached', () => {
  expect(proofNeedOf({ kind: 'unreachable' })).toBeNull()
  expect(proofNeedOf(new Error('Broken'))).toBeNull()
})

test('a recorded press is written as the defaults are', () => {
  expect(pressKeys(press('A', 'Shift', 'Control'), false)).toBe('Shift+$mod+a')
  expect(pressKeys(press('F2', 'Alt', 'Meta', 'Control', 'Shift'), false)).toBe('Shift+$mod+Meta+Alt+F2')
  expect(pressKeys(press('?', 'Shift'), false)).toBe('[Shift]+?')
  expect(pressKeys(press(',', 'Control'), false)).toBe('$mod+Comma')
  expect(pressKeys(press('k', 'Meta'), true)).toBe('$mod+k')
})

test('the four modifiers of a Mac are recorded, and shown as its keys have them', () => {
  const recorded = (key: string, code: string, ...current: string[]) => {
    const keys = pressKeys({ ...press(key, ...current), code }, true)
    return [keys, keyText(keys ?? '', 'mac')]
  }
  expect(recorded('k', 'KeyK', 'Meta')).toEqual(['$mod+k', '⌘K'])
  expect(recorded('K', 'KeyK', 'Meta', 'Shift')).toEqual(['Shift+$mod+k', '⇧⌘K'])
  expect(recorded('k', 'KeyK', 'Control')).toEqual(['Control+k', '⌃K'])
  expect(recorded('∂', 'KeyD', 'Alt')).toEqual(['Alt+d', '⌥D'])
  expect(recorded('ß', 'KeyS', 'Alt', 'Meta')).toEqual(['$mod+Alt+s', '⌘⌥S'])
  expect(recorded('¡', 'Digit1', 'Alt')).toEqual(['Alt+1', '⌥1'])
})

test('a modifier alone and Escape record nothing', () => {
  expect(pressKeys(press('Shift', 'Shift'))).toBeNull()
  expect(pressKeys(press('Escape'))).toBeNull()
})

test('new keys that equal or begin the keys of another command are noticed before they are saved', () => {
  const star = command('entry:star', 's')
  const go = command('go:all', 'g a')
  const conflictsWith = (keys: string) =>
    conflictsOf([star, go], { overrides: { [star.id]: keys }, rules: [] }, ({ own }) => own).map(
      ({ other, is, example }) => [other?.id, is, example?.area],
    )
  expect(conflictsWith('g')).toEqual([['go:all', 'prefix', 'timeline']])
  expect(conflictsWith('g a')).toEqual([['go:all', 'same', 'timeline']])
  expect(conflictsWith('5')).toEqual([[undefined, 'digits', undefined]])
  expect(conflictsWith('x')).toEqual([])
})

test('a stylesheet with a brace too few is noticed, braces in strings are not counted', () => {
  expect(bracesMatch('a { color: red }')).toBe(true)
  expect(bracesMatch('a { content: "}" }')).toBe(true)
  expect(bracesMatch('a { color: red')).toBe(false)
  expect(bracesMatch('} a {')).toBe(false)
})

test('feeds without a number come last, whichever way the table is sorted', () => {
  const rows = [
    { title: 'b', perWeek: 2 },
    { title: 'a', perWeek: null },
    { title: 'c', perWeek: 7 },
  ] as never
  const titles = (up: boolean) => sortFeeds(rows, { by: 'perWeek', up }).map(({ title }) => title)
  expect(titles(true)).toEqual(['b', 'c', 'a'])
  expect(titles(false)).toEqual(['c', 'b', 'a'])
})

const feedRow = (row: Partial<FeedRow>): FeedRow => ({
  id: 'feed/1',
  feedId: '1',
  title: '',
  url: 'https://example.org/feed',
  siteUrl: null,
  image: null,
  folder: '',
  isOwn: false,
  view: 0,
  perWeek: null,
  gone: false,
  followedAt: 0,
  latest: null,
  nextFetch: null,
  readers: null,
  error: null,
  ...row,
})

test('feeds are filtered by text, state and view', () => {
  const now = Date.parse('2026-06-01T00:00:00Z')
  const rows = [
    feedRow({ title: 'Über Tea', latest: '2026-05-31T00:00:00Z' }),
    feedRow({ title: 'Coffee', latest: '2026-01-01T00:00:00Z', view: 3 }),
    feedRow({ title: 'Water', latest: '2026-05-31T00:00:00Z', error: 'Not found' }),
  ]
  const titles = (filter: Partial<FeedFilter>) =>
    filterFeeds(rows, { text: '', health: 'all', view: null, ...filter }, now).map(({ title }) => title)
  expect(titles({})).toHaveLength(3)
  expect(titles({ text: 'uber' })).toEqual(['Über Tea'])
  expect(titles({ health: 'failing' })).toEqual(['Water'])
  expect(titles({ health: 'silent' })).toEqual(['Coffee'])
  expect(titles({ health: 'working', view: 3 })).toEqual(['Coffee'])
})

test('the time until the next fetch is a short text', () => {
  expect(formatUntil(12 * 60_000, 0, 'en')).toBe('in 12 min.')
  expect(formatUntil(-60_000, 0, 'en')).toBe('now')
  expect(formatUntil(3 * 3_600_000, 0, 'en')).toBe('in 3 hr.')
  expect(formatUntil(72 * 3_600_000, 0, 'en')).toBe('in 3 days')
})
