import { createHash } from 'node:crypto'

/** A session's token as it stands in the database. No salt is needed: a token has 190 random bits. Migration 0024 wrote it so. */
export const storedToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
