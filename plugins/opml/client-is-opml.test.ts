import { expect, test } from 'vitest'
import { isOpml } from './client.tsx'

test('pasted OPML is recognised', () => {
  expect(isOpml('<?xml version="1.0"?>\n<opml version="2.0"><body/></opml>')).toBe(true)
  expect(isOpml('https://example.org/feed')).toBe(false)
})
