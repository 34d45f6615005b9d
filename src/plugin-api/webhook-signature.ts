/** Signs webhook requests as specified by the Standard Webhooks specification (standardwebhooks.com). */
import { createHmac } from 'node:crypto'

/** What a secret begins with; base64 follows. */
export const SECRET_PREFIX = 'whsec_'

/** Whether a text is a secret that can sign. */
export const isSigningSecret = (text: string): boolean => /^whsec_[A-Za-z0-9+/]{24,}={0,2}$/.test(text)

/**
 * @param secret as {@link isSigningSecret} demands it
 * @param id of the message, the same when it is sent again
 * @param at seconds since 1970
 * @returns the three headers that a receiver checks
 */
export function signed(secret: string, id: string, at: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` }
}
