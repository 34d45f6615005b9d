import { createServer as createPlain } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { failureOf } from './failure.ts'
import { createOutbound } from './index.ts'

const error = (code: string, message = code): Error =>
  new Error('fetch failed', { cause: Object.assign(new Error(message), { code }) })

test.each([
  [error('CERT_HAS_EXPIRED'), 'its certificate has expired'],
  [error('ERR_TLS_CERT_ALTNAME_INVALID'), 'its certificate belongs to another name'],
  [error('DEPTH_ZERO_SELF_SIGNED_CERT'), 'its certificate is signed by itself'],
  [error('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'its certificate is signed by nobody whom this server trusts'],
  [error('ERR_SSL_WRONG_VERSION_NUMBER'), 'there is no https at this address'],
  [
    error(
      'EPROTO',
      '403D:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:../deps/openssl/c:77:',
    ),
    'there is no https at this address',
  ],
  [
    new Error('403D:error:0A000410:SSL routines:ssl3_read_bytes:ssl/tls alert handshake failure:c:1605:'),
    'the two found no way to encrypt',
  ],
])('a secure connection that failed has a reason for people: %s', (failed, reason) => {
  expect(failureOf(failed, 'site.example')).toEqual({
    ok: false,
    kind: 'tls',
    message: `The secure connection to site.example failed: ${reason}`,
  })
})

test('a port that speaks http only says so', async () => {
  const server = createPlain().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const outbound = createOutbound({ allow: ['127.0.0.1'], userAgent: 'Lectern/test' })
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
  expect(await outbound.ask(address)).toMatchObject({
    kind: 'tls',
    message: expect.stringMatching(/there is no https at this address$/),
  })
  await outbound.close()
  server.close()
})
