import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSigned } from './hub-callbacks.ts'

const body = new TextEncoder().encode('news')
const signed = (method: string, secret = 'secret', what = body) =>
  `${method}=${createHmac(method, secret).update(what).digest('hex')}`

test.each(['sha1', 'sha256', 'sha384', 'sha512'])('a push signed by %s is believed', (method) => {
  expect(isSigned(signed(method), body, 'secret')).toBe(true)
  expect(isSigned(signed(method).toUpperCase(), body, 'secret')).toBe(true)
})

test.each([
  null,
  '',
  'sha256=',
  'sha256',
  signed('sha256').slice(0, -2),
  `${signed('sha256')}00`,
  signed('sha256', 'another'),
  signed('sha256', 'secret', new Uint8Array()),
  signed('md5'),
  signed('sha224'),
])('a push with the signature %s is not', (header) => {
  expect(isSigned(header, body, 'secret')).toBe(false)
})

test('an invented signature is refused', () => {
  const text = fc.oneof(
    fc.string(),
    fc
      .tuple(
        fc.constantFrom('sha1', 'sha256', 'sha512'),
        fc.string({ unit: fc.constantFrom(...'0123456789abcdef') }),
      )
      .map(([method, digits]) => `${method}=${digits}`),
  )
  fc.assert(
    fc.property(text, (header) => {
      expect(isSigned(header, body, 'secret')).toBe(false)
    }),
  )
})
