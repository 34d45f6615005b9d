import { expect, test } from 'vitest'
import '../../model/everything.ts'
import { packIds } from '../../model/timeline/index.ts'
import { stepsToUnread } from './use-scroll-keys.ts'

const read = new Set(['b', 'c'])
const ids = packIds(['a', 'b', 'c', 'd'])
const steps = (current: string | null) => stepsToUnread(ids, current, (id) => read.has(id))

test('read entries are passed over', () => {
  expect(steps('a')).toBe(3)
})

test('with nothing open the first unread one is next', () => {
  expect(steps(null)).toBe(1)
})

test('after the last there is none', () => {
  expect(steps('d')).toBe(0)
})
