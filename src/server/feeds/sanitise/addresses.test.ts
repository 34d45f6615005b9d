import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resolver } from './addresses.ts'

const piece = fc.oneof(
  fc.constantFrom(
    'http://',
    'https://',
    'a',
    'B',
    '.',
    '..',
    '/',
    '//',
    'www.',
    'example',
    '.org',
    'xn--',
    '-',
    '%2e',
  ),
  fc.constantFrom(
    '%41',
    '?',
    '&',
    '=',
    '#',
    ':80',
    ':443',
    '@',
    ' ',
    '\n',
    "'",
    '"',
    '|',
    '^',
    '~',
    '_',
    '*',
    '(',
    ')',
  ),
  fc.constantFrom(
    ';',
    ',',
    '+',
    '$',
    '!',
    '127.1',
    '0x7f',
    'mailto:',
    'javascript:',
    'é',
    '{',
    '`',
    '\\',
    ':',
    '[::1]',
  ),
)
const start = fc.constantFrom('', '/', 'https://a.example', 'https://a.example/', 'http://b.example')
const base = fc.constantFrom(
  null,
  'https://site.example/x/y?z',
  'http://ann:word@site.example/',
  'https://site.example:8443/a',
  'HTTPS://SITE.example',
  'mailto:ann@site.example',
  'no address',
)

test('an address that is taken as it is written is the one that the address parser would make of it', () => {
  fc.assert(
    fc.property(start, fc.array(piece, { maxLength: 7 }), base, (begin, pieces, from) => {
      const written = begin + pieces.join('')
      const url = URL.parse(written.trim().replace(/[\n\r\t]/g, ''), from ?? undefined)
      const meant = url && /^(https?|mailto|tel):$/.test(url.protocol) ? url.href : null
      expect(resolver(from)(written)).toBe(meant)
    }),
    { numRuns: 5000 },
  )
})
