import type { AppPassword } from '../../contract/app-passwords.ts'
import { accessOf } from '../access/access.ts'
import { createToken, requireLimitable } from '../access/create-token.ts'
import type { Routes } from '../http/routes.ts'
import { appPasswordsOf, removeAppPassword } from '../storage/accounts/app-passwords.ts'
import type { AppPasswordRow } from '../storage/schema.ts'
import { feverKeyOf, requireAppPasswords } from '../client-apis/shared/password.ts'
import { iso, isoOrNull } from './wire-feed.ts'

/** Passwords for third-party clients and programs. */
export const appPasswordsRoutes = {
  'appPasswords.list': async ({ user, storage }) => ({
    data: (await appPasswordsOf(storage, user.id)).map(toWire),
  }),

  'appPasswords.create': async ({ requireProof, ...context }, { name, scopes, limit, ...proof }) => {
    requireAppPasswords(context.config)
    requireLimitable({ scopes, limit })
    await requireProof('appPasswords.create', proof)
    const { password, ...row } = await createToken(context, { userId: context.user.id, name, scopes, limit })
    return { data: { ...toWire(row), password, feverKey: feverKeyOf(row.username, password) } }
  },

  'appPasswords.delete': async ({ user, storage }, { id }) => {
    await removeAppPassword(storage, user.id, id)
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
