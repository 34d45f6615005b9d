import { describe, expect, test } from 'vitest'
import { hubSchemes } from '../../../../tests/support/hub-scheme.ts'
import { readFault } from '../../../contract/fetch-faults.ts'
import { failureOf } from '../../outbound/failure.ts'
import { createGuard } from '../../outbound/guard.ts'
import { tooLarge } from '../../outbound/inflate.ts'
import { parseFeed } from '../parse/parse.ts'
import { sourceOf } from './source.ts'
import { statusText } from './status-text.ts'

const error = (code: string): Error => Object.assign(new Error(code), { code })

/** The reader translates the messages of its list: a message that is changed here has to be changed there. */
describe('the reader knows the messages of the server', () => {
  test.each([400, 401, 402, 403, 404, 406, 408, 410, 418, 429, 451, 500, 502, 503, 504, 599])(
    'HTTP %i',
    (status) => {
      expect(readFault(statusText(status))?.values).toEqual({ status: String(status) })
    },
  )

  test.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EADDRNOTAVAIL',
    'ENOTFOUND',
    'ETIMEDOUT',
    'HPE_INVALID_CONSTANT',
    'UND_ERR_ABORTED',
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'CERT_REVOKED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  ])('%s', (code) => {
    expect(readFault(failureOf(error(code), 'site.example').message)).not.toBeNull()
  })

  test('sizes and what may not be fetched', () => {
    expect(readFault(tooLarge(16_000_000).message)).toEqual({ key: 'tooLarge', values: { size: '16' } })
    const allowance = { host: () => false, address: () => false }
    const guard = createGuard(allowance, () => Promise.resolve([]))
    const messageOf = (url: string) => guard.spelling(new URL(url))?.message ?? ''
    expect(readFault(messageOf('ftp://site.example/'))?.key).toBe('scheme')
    expect(readFault(messageOf('http://site.example:22/'))?.key).toBe('port')
    expect(readFault(messageOf('http://10.0.0.1/'))?.key).toBe('privateAddress')
  })

  test.each(['', 'words', '<html></html>', '{"a":1}', '{"a'])('the document %j', (text) => {
    const parsed = parseFeed(text, null)
    expect(parsed.ok ? null : readFault(parsed.message)).not.toBeNull()
  })

  test('an address of a plugin that has nothing to ask', async () => {
    const source = sourceOf('hub://a/b', await hubSchemes().locate('hub://a/b', null))
    expect(source).toMatchObject({ kind: 'none' })
    expect(source.kind === 'none' && readFault(source.message)).toEqual({
      key: 'noneToAsk',
      values: { name: 'Hub', again: 'Hub', variable: 'HUB_URL' },
    })
  })
})
