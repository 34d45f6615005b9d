import { expect, test } from 'vitest'
import { entryName } from './entry-name.ts'

const url = 'https://example.test/1'

test('an entry is called by its title, else its text, else its address', () => {
  expect(entryName({ title: 'Title', description: 'Text', url })).toBe('Title')
  expect(entryName({ title: null, description: '<p>Text &amp; more</p>', url })).toBe('Text & more')
  expect(entryName({ title: '', description: '', url })).toBe(url)
  expect(entryName({ title: null, description: '<img src="a.png">', url })).toBe(url)
  expect(entryName({ title: null, description: null, url: null })).toBe('')
})
