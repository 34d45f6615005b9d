import { createHash } from 'node:crypto'

/** A session's token as stored. No salt is needed: a token has 190 random bits. Migration 0024 uses the same form. */
export const storedToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
