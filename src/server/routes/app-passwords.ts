import type { AppPassword } from '../../contract/app-passwords.ts'
import { accessOf } from '../access/access.ts'
import { Refusal } from '../http/refusal.ts'
import type { Routes } from '../http/routes.ts'
import { addAppPassword, appPasswordsOf, removeAppPassword } from '../storage/app-passwords.ts'
import type { AppPasswordRow } from '../storage/schema.ts'
import { hashesOf, newPassword, requireAppPasswords } from '../client-apis/shared/password.ts'
import { iso, isoOrNull } from './wire-feed.ts'

/** Maximum of app passwords per user; more indicates misuse. */
const MOST = 50

/** Passwords for third-party clients and programs. */
export const appPasswordsRoutes = {
  'appPasswords.list': async ({ user, storage }) => ({
    code: 0,
    data: (await appPasswordsOf(storage, user.id)).map(toWire),
  }),

  'appPasswords.create': async (
    { user, storage, config, now, newId, requireProof },
    { name, scopes, limit, ...proof },
  ) => {
    requireAppPasswords(config)
    if (limit && (!scopes || scopes.includes('manage')))
      throw new Refusal('invalidParameter', 'limit: needs scopes, without "manage"')
    await requireProof('appPasswords.create', proof)
    if ((await appPasswordsOf(storage, user.id)).length >= MOST)
      throw new Refusal('unprocessable', `There are ${MOST} app passwords already: delete one first.`)
    const owner = storage.db.selectFrom('user').select('email').where('id', '=', user.id)
    const username = (await owner.executeTakeFirstOrThrow()).email.toLowerCase()
    const password = newPassword()
    const row = {
      id: newId(),
      userId: user.id,
      name,
      username,
      scopes: scopes ? JSON.stringify([...new Set(scopes)]) : null,
      limit: limit ? JSON.stringify(limit) : null,
      createdAt: now(),
      usedAt: null,
    }
    await addAppPassword(storage, { ...row, ...hashesOf(username, password) })
    return { code: 0, data: { ...toWire(row), password } }
  },

  'appPasswords.delete': async ({ user, storage }, { id }) => {
    await removeAppPassword(storage, user.id, id)
    return { code: 0 }
  },
} satisfies Routes

const toWire = (row: Omit<AppPasswordRow, 'hash' | 'feverHash'>): AppPassword => {
  const access = accessOf(row)
  return {
    id: row.id,
    name: row.name,
    username: row.username,
    scopes: access ? [...access.scopes] : null,
    limit: access?.limit ?? null,
    createdAt: iso(row.createdAt),
    usedAt: isoOrNull(row.usedAt),
  }
}
