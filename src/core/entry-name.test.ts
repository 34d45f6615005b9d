import { expect, test } from 'vitest'
import { entryName } from './entry-name.ts'

const url = 'https://example.test/1'

test('an entry is called by its title, else its text, else its address', () => {
  expect(entryName({ title: 'Title', url }, 'Text')).toBe('Title')
  expect(entryName({ title: null, url }, 'Text')).toBe('Text')
  expect(entryName({ title: '', url }, '')).toBe(url)
  expect(entryName({ title: null, url: null }, '')).toBe('')
})
