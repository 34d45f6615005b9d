import { expect, test } from 'vitest'
import { followProgress } from './follow-progress.ts'
import { tourAfter, tourStart, tourSteps } from './tour-steps.ts'

const feed = (url: string) => ({ url, title: url, view: 0 as const, language: 'en' })
const press = (key: string, ...current: string[]) => ({
  key,
  code: key,
  getModifierState: (name: string) => current.includes(name),
})
const steps = tourSteps([])
const after = (...presses: ReturnType<typeof press>[]) =>
  presses.reduce((state, one) => tourAfter(state, steps, one), tourStart)

test('pending, followed and refused feeds are distinguished', () => {
  const progress = followProgress(
    [feed('a'), feed('b'), feed('c')],
    [{ args: { url: 'a' } }, { args: null }],
    new Set(['a', 'b']),
  )
  expect(progress.waiting.map(({ url }) => url)).toEqual(['a'])
  expect(progress.followed.map(({ url }) => url)).toEqual(['b'])
  expect(progress.failed.map(({ url }) => url)).toEqual(['c'])
})

test('the tour goes on at the key it asks for and stays at any other', () => {
  expect(after(press('x'))).toBe(tourStart)
  expect(after(press('j'))).toMatchObject({ at: 1, current: 1 })
  expect(after(press('j'), press('k'))).toMatchObject({ at: 2, current: 0 })
})

test('a sequence is learnt press by press, and a wrong second press begins it anew', () => {
  const before = [press('j'), press('k'), press('Enter'), press('m'), press('s')]
  expect(after(...before)).toMatchObject({ at: 5, opened: true, read: true, starred: true })
  expect(after(...before, press('g'))).toMatchObject({ at: 5, typed: 1 })
  expect(after(...before, press('g'), press('x'))).toMatchObject({ at: 5, typed: 0 })
  expect(after(...before, press('g'), press('g'))).toMatchObject({ at: 5, typed: 1 })
  expect(after(...before, press('g'), press('a'), press('k', 'Control'), press('?', 'Shift')).at).toBe(8)
})

test('a user with custom keys learns those', () => {
  const own = [{ command: { id: 'entry:star' }, keys: 'f', where: null, own: true }] as never
  expect(tourSteps(own).find(({ id }) => id === 'star')?.keys).toBe('f')
})
