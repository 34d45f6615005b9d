/** Tokens of the addresses of podcast feeds: the tables have their hashes alone. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The token is random and long, so that a plain hash cannot be searched. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** In a time that tells nothing. @param hash null: there is none, which takes as long */
export function isToken(token: string, hash: string | null): boolean {
  const isEqual = timingSafeEqual(Buffer.from(hashOf(token)), Buffer.from(hash ?? hashOf('')))
  return isEqual && hash !== null
}
