import { expect, test } from 'vitest'
import { titleWords } from './title-words.ts'

test('the words of a title are offered once, the longest first, without the shortest', () => {
  expect(titleWords(['The tea is on: Tea from Darjeeling'])).toEqual(['Darjeeling', 'from', 'The', 'Tea'])
})

test('a title without spaces has words too', () => {
  expect(titleWords(['東京の天気予報'])).toEqual(expect.arrayContaining(['東京', '天気']))
})
