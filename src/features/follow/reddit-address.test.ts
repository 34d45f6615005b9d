import { expect, test } from 'vitest'
import { redditAddressOf } from './reddit-address.ts'

test.each([
  ['https://www.reddit.com/.rss?feed=3f1c&user=ada', 'personal'],
  ['https://old.reddit.com/saved.rss?user=ada&feed=3f1c', 'personal'],
  ['https://www.reddit.com/r/rust/.rss', 'open'],
  ['https://www.reddit.com/.rss?user=ada', 'open'],
  ['https://notreddit.com/.rss?feed=3f1c&user=ada', null],
  ['https://reddit.com.example/.rss?feed=3f1c&user=ada', null],
  ['lectern://sample', null],
])('%s is of Reddit: %s', (address, kind) => {
  expect(redditAddressOf(address)).toBe(kind)
})
