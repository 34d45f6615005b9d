/** App passwords: made here, shown once, kept as hashes, and looked up when a reader comes. */
import { createHash, randomBytes } from 'node:crypto'
import type { Caller } from '../../http/routes.ts'
import { appPasswordBy, recordUse, type StoredPassword } from '../../storage/app-passwords.ts'
import type { Storage } from '../../storage/open.ts'

/** Who is reading, with what. */
export type ApiUser = {
  readonly user: Caller
  readonly name: string
  readonly email: string
  readonly password: Pick<StoredPassword, 'id' | 'hash'>
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A hundred random bits, so that a fast hash of it is enough; without letters that are mistaken for others. */
export function newPassword(): string {
  const letters = [...randomBytes(20)].map((byte) => LETTERS[byte & 31])
  return [0, 5, 10, 15].map((at) => letters.slice(at, at + 5).join('')).join('-')
}

/** The two hashes of a password. @param username as the person will type it, in lower case */
export function hashesOf(username: string, password: string): { hash: string; feverHash: string } {
  const feverKey = createHash('md5').update(`${username}:${password}`).digest('hex')
  return { hash: sha256(password), feverHash: sha256(feverKey) }
}

/** By name and password as typed. The name may be the address, or the handle that the person has now. */
export async function userByPassword(
  storage: Storage,
  typed: { name: string; password: string },
  now: number,
): Promise<ApiUser | null> {
  const known = await appPasswordBy(storage, 'hash', sha256(typed.password))
  const name = typed.name.trim().toLowerCase()
  if (!known || ![known.username, known.email, known.handle].some((own) => own?.toLowerCase() === name))
    return null
  return personOf(storage, known, now)
}

/** By Fever's key, md5(username:password). */
export async function userByFeverKey(storage: Storage, key: string, now: number): Promise<ApiUser | null> {
  const known = await appPasswordBy(storage, 'feverHash', sha256(key.trim().toLowerCase()))
  return known ? personOf(storage, known, now) : null
}

/** By the id of an app password; whether the reader may use it is the caller's question. */
export async function userByPasswordId(storage: Storage, id: string, now: number): Promise<ApiUser | null> {
  const known = await appPasswordBy(storage, 'id', id)
  return known ? personOf(storage, known, now) : null
}

async function personOf(storage: Storage, known: StoredPassword, now: number): Promise<ApiUser | null> {
  if (known.deleted) return null
  await recordUse(storage, known, now)
  const role = known.role === 'trial' ? ('trial' as const) : ('user' as const)
  return {
    user: { id: known.userId, admin: Boolean(known.admin), role },
    name: known.handle ?? known.username,
    email: known.email,
    password: known,
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
