/** Signs addresses of files that this server fetches for its users: it fetches only those that it has signed. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Longer addresses are not served: they exceed what web servers accept. */
const ADDRESS_MAX = 4096

export type SignedAddresses = {
  /** @returns a path on this server, or null for an address that is never fetched */
  readonly sign: (url: string) => string | null
  readonly isSigned: (url: string, signature: string) => boolean
}

/** @param secret the server's own, from the data folder @param kind the first part of the paths; each has its own signatures */
export function createSignedAddresses(secret: string, kind: 'pictures' | 'recordings'): SignedAddresses {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `addresses of ${kind}`, 32))
  const signatureOf = (url: string) => createHmac('sha256', key).update(url).digest()
  return {
    sign: (url) =>
      isFetched(url)
        ? `/${kind}/${signatureOf(url).toString('base64url')}?url=${encodeURIComponent(url)}`
        : null,
    isSigned(url, signature) {
      const received = Buffer.from(signature, 'base64url')
      const expected = signatureOf(url)
      return received.length === expected.length && timingSafeEqual(received, expected)
    },
  }
}

/** Of the web, and without a password, which belongs to one user. */
function isFetched(address: string): boolean {
  if (address.length > ADDRESS_MAX || !/^https?:\/\//i.test(address)) return false
  const url = URL.parse(address)
  return url !== null && url.username === '' && url.password === ''
}
