/** App passwords: generated, shown once, stored as hashes, looked up for each request. */
import { createHash, randomBytes } from 'node:crypto'
import { accessOf } from '../../access/access.ts'
import type { Config } from '../../config.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Caller } from '../../http/routes.ts'
import { appPasswordBy, recordUse, type StoredPassword } from '../../storage/accounts/app-passwords.ts'
import type { Storage } from '../../storage/open.ts'

/** The authenticated user and the app password. */
export type ApiUser = {
  readonly user: Caller
  readonly name: string
  readonly email: string
  readonly password: Pick<StoredPassword, 'id' | 'hash'>
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A hundred random bits, so a fast hash suffices; without ambiguous characters. */
export function newPassword(): string {
  const letters = [...randomBytes(20)].map((byte) => LETTERS[byte & 31])
  return [0, 5, 10, 15].map((at) => letters.slice(at, at + 5).join('')).join('-')
}

/** The two hashes of a password. @param username as typed by the user, in lower case */
export function hashesOf(username: string, password: string): { hash: string; feverHash: string } {
  return { hash: sha256(password), feverHash: sha256(feverKeyOf(username, password)) }
}

/** Sent by clients of Fever instead of both. @param username in lower case */
export const feverKeyOf = (username: string, password: string): string =>
  createHash('md5').update(`${username}:${password}`).digest('hex')

/** @throws Refusal where APP_PASSWORDS closes the sign-in of other apps */
export function requireAppPasswords({ APP_PASSWORDS }: Pick<Config, 'APP_PASSWORDS'>): void {
  if (APP_PASSWORDS === 'off')
    throw new Refusal('noPermission', 'This server does not let other apps sign in (APP_PASSWORDS).')
}

/** By name and password as typed. The name may be the e-mail address or the current handle. */
export async function userByPassword(
  storage: Storage,
  credentials: { name: string; password: string },
  now: number,
): Promise<ApiUser | null> {
  const stored = await appPasswordBy(storage, 'hash', sha256(credentials.password))
  const name = credentials.name.trim().toLowerCase()
  if (!stored || ![stored.username, stored.email, stored.handle].some((own) => own?.toLowerCase() === name))
    return null
  return accountOf(storage, stored, now)
}

/** By the password alone, which a program sends as a bearer token. */
export async function userByToken(storage: Storage, token: string, now: number): Promise<ApiUser | null> {
  const stored = await appPasswordBy(storage, 'hash', sha256(token))
  return stored ? accountOf(storage, stored, now) : null
}

/** By Fever's key, md5(username:password). */
export async function userByFeverKey(storage: Storage, key: string, now: number): Promise<ApiUser | null> {
  const stored = await appPasswordBy(storage, 'feverHash', sha256(key.trim().toLowerCase()))
  return stored ? accountOf(storage, stored, now) : null
}

/** By the id of an app password; the caller must verify the signature. */
export async function userByPasswordId(storage: Storage, id: string, now: number): Promise<ApiUser | null> {
  const stored = await appPasswordBy(storage, 'id', id)
  return stored ? accountOf(storage, stored, now) : null
}

async function accountOf(storage: Storage, stored: StoredPassword, now: number): Promise<ApiUser | null> {
  if (stored.deleted) return null
  await recordUse(storage, stored, now)
  const role = stored.role === 'trial' ? ('trial' as const) : ('user' as const)
  const access = accessOf(stored)
  return {
    // A token has no rights of an administrator.
    user: access
      ? { id: stored.userId, admin: false, role, access }
      : { id: stored.userId, admin: Boolean(stored.admin), role },
    name: stored.handle ?? stored.username,
    email: stored.email,
    password: stored,
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
