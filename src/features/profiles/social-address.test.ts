import { expect, test } from 'vitest'
import { socialAddress } from './profile-view.tsx'

test.each<[string, string, string | undefined]>([
  ['github', 'ada', 'https://github.com/ada'],
  ['youtube', '@ada', 'https://www.youtube.com/@ada'],
  ['twitter', 'https://x.com/ada', 'https://x.com/ada'],
  ['github', 'a/../b?c', 'https://github.com/a%2F..%2Fb%3Fc'],
  ['discord', 'ada', undefined],
  ['github', 'javascript:alert(1)', undefined],
  ['constructor', 'ada', undefined],
  ['github', ' ', undefined],
])('the page of %s %s', (network, link, address) => {
  expect(socialAddress(network, link)).toBe(address)
})
