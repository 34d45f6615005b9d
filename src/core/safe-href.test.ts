import { describe, expect, test } from 'vitest'
import { safeHref, safeSource, webAddress } from './safe-href.ts'

const HOSTILE = [
  // Addresses that must not be opened.
  'javascript:alert(1)',
  // As browsers read it.
  ' java\nscript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  'file:///etc/passwd',
  'blob:https://a.example/1',
  'filesystem:https://a.example/1',
  'ftp://a.example/',
  '//a.example/a',
  '/\\a.example/a',
  'a.example/a',
  '',
]

describe('an address', () => {
  test.each(HOSTILE)('that is not of the Web leads nowhere: %j', (address) => {
    expect([webAddress(address), safeHref(address), safeSource(address)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test.each([null, undefined])('that is missing is none: %s', (address) => {
    expect([webAddress(address), safeHref(address), safeSource(address)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('of the Web is a link and a source', () => {
    const address = 'https://a.example/b?c=d&e#f'
    expect([webAddress(address), safeHref(address), safeSource(address)]).toEqual([address, address, address])
    expect(safeHref('HTTP://A.example')).toBe('HTTP://A.example')
  })

  test('of a mailbox is a link alone', () => {
    expect([webAddress('mailto:a@b.example'), safeSource('mailto:a@b.example')]).toEqual([
      undefined,
      undefined,
    ])
    expect(safeHref('mailto:a@b.example')).toBe('mailto:a@b.example')
  })

  test.each(['data:image/png;base64,AAAA', 'data:audio/mpeg;base64,AAAA', '/avatars/1'])(
    'that a picture or sound may have, and no link: %s',
    (address) => {
      expect([safeSource(address), safeHref(address)]).toEqual([address, undefined])
    },
  )
})
