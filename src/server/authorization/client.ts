/**
 * Programs that request access. A registration is not stored: its id contains it, since anyone may register
 * anything (RFC 7591 3, appendix A.5.2). The user judges by what the page shows of it.
 */
import { visibleName } from '../../core/visible-name.ts'
import { z } from 'zod'

export type Client = { readonly name: string; readonly redirectUris: readonly string[] }

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])
const MAX_NAME = 50

/** An address over TLS, or of a program on the same machine (RFC 8252 7.3). */
const redirectUri = z
  .string()
  .max(500)
  .refine((text) => {
    if (!URL.canParse(text)) return false
    const { protocol, hostname, hash, username } = new URL(text)
    const isAllowed = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
    return isAllowed && hash === '' && username === ''
  }, 'needs https, or http with a loopback address')

/** What a program sends to register (RFC 7591 2). */
export const registration = z.object({
  client_name: z
    .string()
    .optional()
    .transform((name) => visibleName(name ?? '').slice(0, MAX_NAME) || 'A program'),
  redirect_uris: z.array(redirectUri).min(1).max(5),
})

export const clientIdOf = ({ client_name, redirect_uris }: z.infer<typeof registration>): string =>
  Buffer.from(JSON.stringify({ client_name, redirect_uris })).toString('base64url')

/** @returns null if it is no id */
export function clientOf(clientId: string): Client | null {
  try {
    const { client_name, redirect_uris } = registration.parse(
      JSON.parse(Buffer.from(clientId, 'base64url').toString('utf8')),
    )
    return { name: client_name, redirectUris: redirect_uris }
  } catch {
    return null
  }
}

/** Exactly one that was registered; the port of a program on the same machine may be another one each time. */
export const isRegistered = ({ redirectUris }: Client, address: string): boolean =>
  redirectUris.some(
    (one) => one === address || (isLoopback(one) && withoutPort(one) === withoutPort(address)),
  )

const isLoopback = (address: string): boolean => LOOPBACK.has(new URL(address).hostname)

function withoutPort(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.port = ''
  return url.href
}
