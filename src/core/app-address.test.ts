import { expect, test } from 'vitest'
import { isAppAddress } from './app-address.ts'
import { safeHref, safeSource, webAddress } from './safe-href.ts'

test.each([
  'magnet:?xt=urn:btih:abc&dn=x',
  'xmpp:ann@site.example',
  'tel:+123',
  'matrix:r/room:site.example',
  'ed2k://|file|x|1|',
  'podcast://site.example/feed',
])('%s is a link, and no source of a picture', (address) => {
  expect(isAppAddress(address)).toBe(true)
  expect([safeHref(address), safeSource(address), webAddress(address)]).toEqual([
    address,
    undefined,
    undefined,
  ])
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'ms-msdt:/id',
  'search-ms:query=x',
  'vscode://x',
  'ssh://host',
  'feed:javascript:alert(1)',
  'view-source:https://site.example',
  'magnet:',
  ' magnet:x',
  'https://site.example',
  `magnet:?xt=${'x'.repeat(10_000)}`,
])('%s opens no application', (address) => {
  expect(isAppAddress(address)).toBe(false)
})
