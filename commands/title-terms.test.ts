import { expect, test } from 'vitest'
import { titleTerms } from './rules.ts'

test('the words of a title are offered once, the longest first, without the shortest', () => {
  expect(titleTerms(['The tea is on: Tea from Darjeeling'])).toEqual(['Darjeeling', 'from', 'The', 'Tea'])
})

test('a title without spaces has words too', () => {
  expect(titleTerms(['東京の天気予報'])).toEqual(expect.arrayContaining(['東京', '天気']))
})
