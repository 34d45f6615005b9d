import { expect, test } from 'vitest'
import { touchedQuery } from './touched-query.ts'

test('a pipeline touches what at least one of its steps changes', () => {
  const read = { id: 'entry:read', args: {} }
  const star = { id: 'entry:star', args: {} }
  expect(touchedQuery('in:Rust limit:20', [star])).toBe('(in:Rust) -is:starred limit:20')
  expect(touchedQuery('in:Rust', [read, star])).toBe('(in:Rust) (is:unread OR -is:starred)')
  expect(touchedQuery('in:Rust', [star, { id: 'entry:open-in-browser', args: {} }])).toBe('in:Rust')
  expect(touchedQuery('in:Rust', [])).toBe('in:Rust')
})
