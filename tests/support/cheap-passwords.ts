/** Stored passwords for tests: scrypt takes a tenth of a second, and hundreds of tests sign a user up. */
import { createHash } from 'node:crypto'
import type { Passwords } from '../../src/server/accounts/passwords.ts'

const hash = (password: string) => `sha256:${createHash('sha256').update(password).digest('hex')}`

export const cheapPasswords: Passwords = {
  hash: async (password) => hash(password),
  verify: async (input) => hash(input.password) === input.hash,
}
