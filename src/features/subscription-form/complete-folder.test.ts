import { expect, test } from 'vitest'
import { completeFolder } from './subscription-fields.tsx'

const names = ['Kitchen', 'Web', 'Webcomics']

test('a typed beginning is completed to the first folder, with the rest selected', () => {
  expect(completeFolder('w', '', names)).toEqual({ value: 'Web', selectFrom: 1 })
  expect(completeFolder('webc', 'web', names)).toEqual({ value: 'Webcomics', selectFrom: 4 })
})

test('nothing is completed for a new name, a whole name without a longer one, or when letters are deleted', () => {
  expect(completeFolder('x', '', names)).toBeNull()
  expect(completeFolder('Kitchen', 'Kitche', names)).toBeNull()
  expect(completeFolder('ki', 'kit', names)).toBeNull()
  expect(completeFolder(' ', '', names)).toBeNull()
})
