import { expect, test } from 'vitest'
import { parseFollowInput } from './parse-follow-input.ts'

test.each([
  ['example.com', 'example.com'],
  ['example.com/blog?x=1', 'example.com/blog?x=1'],
  ['http://example.com/feed', 'http://example.com/feed'],
  ['feed://example.com/rss', 'example.com/rss'],
  ['feed:https://example.com/rss', 'https://example.com/rss'],
  ['lectern://samples/welcome', 'lectern://samples/welcome'],
  ['localhost:4000/feed', 'localhost:4000/feed'],
  ['127.0.0.1:4000/a.xml', '127.0.0.1:4000/a.xml'],
  ['例え.jp', '例え.jp'],
])('%s is taken for an address', (written, text) => {
  expect(parseFollowInput(written)).toEqual({ is: 'address', text })
})

test.each(['rust', 'machine learning', 'what is new?', '天文学', 'C++ 3.0'])(
  '%s is taken for words',
  (written) => {
    expect(parseFollowInput(` ${written} `)).toEqual({ is: 'words', text: written })
  },
)

test('an empty text and a single letter are no input', () => {
  expect(parseFollowInput('   ').is).toBe('nothing')
  expect(parseFollowInput('a').is).toBe('nothing')
})

test('an address of a list of this server is taken for the list', () => {
  const origin = 'https://reader.example'
  expect(parseFollowInput(`${origin}/share/lists/42`, origin)).toEqual({ is: 'list', text: '42' })
  expect(parseFollowInput('https://example.org/list/42', origin).is).toBe('address')
})

test('the scheme of a source of feeds makes an address while the source is there', () => {
  const address = 'hub://papers/topic/rust'
  expect(parseFollowInput(address, '', ['hub'])).toEqual({ is: 'address', text: address })
  expect(parseFollowInput(address)).toEqual({ is: 'words', text: address })
})
