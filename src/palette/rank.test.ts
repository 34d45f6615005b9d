import { expect, test } from 'vitest'
import { withLayouts } from './keyboard-layouts.ts'
import { frecency } from './frecency.ts'
import { searchable } from './match.ts'
import { prefixOf, readQuery } from './query.ts'
import { isNamed, rank, type Candidate } from './rank.ts'

const candidate = (name: string, more: Partial<Candidate<string>> = {}): Candidate<string> => ({
  title: searchable(name),
  use: 0,
  of: name,
  ...more,
})
const names = (candidates: readonly Candidate<string>[], text: string, limit = 9) =>
  rank(candidates, text, limit).map(({ of }) => of)

test('with nothing typed the most used come first and the rest keep their order', () => {
  expect(names([candidate('a'), candidate('b'), candidate('c', { use: 0.5 })], '')).toEqual(['c', 'a', 'b'])
})

test('of two equal matches the used one comes first, but use does not beat a much better match', () => {
  expect(names([candidate('Star'), candidate('Stay', { use: 0.8 })], 'sta')).toEqual(['Stay', 'Star'])
  const better = [candidate('Restart', { use: 0.9 }), candidate('Start over')]
  expect(names(better, 'start')).toEqual(['Start over', 'Restart'])
})

test('an exact name that is unavailable keeps its place; of two like matches the available one comes first', () => {
  expect(names([candidate('Start'), candidate('Star', { unavailable: true })], 'star')).toEqual([
    'Star',
    'Start',
  ])
  expect(names([candidate('Stars', { unavailable: true }), candidate('Start')], 'sta')).toEqual([
    'Start',
    'Stars',
  ])
})

test('a command that cannot run now never gives way to scattered letters', () => {
  const commands = [candidate('Unread only on or off'), candidate('Undo', { unavailable: true })]
  expect(names(commands, 'undo')[0]).toBe('Undo')
  expect(names(commands, 'und')[0]).toBe('Undo')
})

test('letters from the middle of words name nothing, and letters of several words are not run by Enter alone', () => {
  expect(names([candidate('Mark read when scrolled past')], 'help')).toEqual([])
  expect(names([candidate('Go to the timeline')], 'theme')).toEqual([])
  const [ranked] = rank([candidate('The patient gardener')], 'ptgard')
  expect(ranked && isNamed(ranked.parts)).toBe(false)
  const [abbreviation] = rank([candidate('Dark colours')], 'drk')
  expect(abbreviation && isNamed(abbreviation.parts)).toBe(true)
})

test('an alias comes before a title, a title before an everyday name, and that before a better used match', () => {
  const all = [
    candidate('Stars everywhere', { use: 0.9 }),
    candidate('Bookmark', { keywords: ['star'] }),
    candidate('Star'),
    candidate('Refresh', { alias: 'star' }),
  ]
  expect(rank(all, 'Star').map(({ of, parts }) => [of, parts.tier])).toEqual([
    ['Refresh', 'alias'],
    ['Star', 'title'],
    ['Bookmark', 'keyword'],
    ['Stars everywhere', 'words'],
  ])
})

test('words of the query may be in the title and in the everyday names', () => {
  const others = [searchable('favourite'), searchable('bookmark')]
  expect(names([candidate('Star an entry', { others })], 'entry bookm')).toEqual(['Star an entry'])
  expect(names([candidate('Star an entry', { others })], 'entry zebra')).toEqual([])
})

test('a reading finds a title in another script, by syllables and by initials', () => {
  const titles = [candidate('少数派', { reading: searchable('shao shu pai') })]
  expect(names(titles, 'shaoshu')).toEqual(['少数派'])
  expect(names(titles, 'ssp')).toEqual(['少数派'])
  expect(names(titles, 'zhi')).toEqual([])
})

test('a word typed in the wrong keyboard layout is found', () => {
  const dark = [candidate('Dark colours')]
  expect(withLayouts('вфкл', (text) => rank(dark, text)).map(({ of }) => of)).toEqual(['Dark colours'])
  expect(withLayouts('δαρκ', (text) => rank(dark, text)).map(({ of }) => of)).toEqual(['Dark colours'])
  expect(withLayouts('גשרל', (text) => rank(dark, text)).map(({ of }) => of)).toEqual(['Dark colours'])
  const russian = [candidate('Новости')]
  expect(withLayouts('yjdjcnb', (text) => rank(russian, text)).map(({ of }) => of)).toEqual(['Новости'])
})

test('another word for it finds it too', () => {
  expect(
    names([candidate('Star', { others: [searchable('favourite bookmark')] }), candidate('Open')], 'favo'),
  ).toEqual(['Star'])
})

test('each word of a query names one of the other texts, not letters of many', () => {
  const others = ['read later', 'highlight', '送る', 'あとで読む'].map(searchable)
  expect(names([candidate('Save', { others })], 'later')).toEqual(['Save'])
  expect(names([candidate('Save', { others })], 'あとで')).toEqual(['Save'])
  expect(names([candidate('Save', { others })], 'rh')).toEqual([])
  expect(names([candidate('Save', { others })], '送あと')).toEqual([])
})

test('an everyday name comes before beginnings of words that happen to spell it', () => {
  const appearance = candidate('Settings: appearance', { others: [searchable('theme and colours')] })
  expect(names([candidate('Go to the newest message'), appearance], 'theme')).toEqual([
    'Settings: appearance',
    'Go to the newest message',
  ])
})

test('no more rows than requested', () => {
  expect(
    names(
      Array.from({ length: 50 }, (_, at) => candidate(`Feed ${at}`)),
      'feed',
      7,
    ),
  ).toHaveLength(7)
})

test('a use counts less in another pane than in its own', () => {
  const recent = { id: 'x', at: 0, times: 4, areas: { timeline: 4 } }
  expect(frecency(recent, 0, 'timeline')).toBeGreaterThan(frecency(recent, 0, 'entry-render'))
  expect(frecency(recent, 0, 'entry-render')).toBeGreaterThan(0)
})

test('a use of a week ago counts half', () => {
  const week = 7 * 86_400_000
  expect(frecency({ id: 'x', at: 0, times: 6 }, week, 'timeline')).toBe(
    frecency({ id: 'x', at: 0, times: 3 }, 0, 'timeline'),
  )
  expect(frecency(undefined, 0, 'timeline')).toBe(0)
})

test('the first letter selects the kind of rows', () => {
  expect(readQuery('@ rust ')).toEqual({ kind: 'subscriptions', text: 'rust' })
  expect(readQuery(' mark all')).toEqual({ kind: 'all', text: 'mark all' })
  expect(readQuery('#News')).toEqual({ kind: 'labels', text: 'News' })
  expect(readQuery(':dark')).toEqual({ kind: 'places', text: 'dark' })
  expect(prefixOf('entries')).toBe('/')
})

test('a source with unread entries comes first where nothing is typed, and among equals', () => {
  const sources = [candidate('Alpha', { use: 1 }), candidate('Beta', { fresh: true }), candidate('The beta')]
  expect(names(sources, '')).toEqual(['Beta', 'Alpha', 'The beta'])
  expect(names([candidate('Beta one'), candidate('Beta two', { fresh: true })], 'be')[0]).toBe('Beta two')
  expect(names([candidate('Beta'), candidate('The beta', { fresh: true })], 'be')[0]).toBe('Beta')
})

test('of rows that match as well, the likely one comes first, letters that stand together, the shortest title', () => {
  expect(names([candidate('Share'), candidate('Star or unstar', { likely: 1 })], 's')[0]).toBe(
    'Star or unstar',
  )
  expect(names([candidate('Dismiss all'), candidate('Use dark colours')], 'da')[0]).toBe('Use dark colours')
  expect(names([candidate('Share with others'), candidate('Share')], 'sh')[0]).toBe('Share')
})
