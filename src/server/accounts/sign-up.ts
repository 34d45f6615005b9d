/** Who may create an account, and which user is the admin. */
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Storage } from '../storage/open.ts'

export type SignUpRule = 'open' | 'invite' | 'closed'
/** Any number, equal in all processes: the advisory lock under which the admin is chosen. */
const ADMIN_LOCK = 4_310_001

/**
 * The current rule of the sign-up form: the first account is free whatever SIGNUP says, as nobody could invite it; without
 * SIGNUP later ones need an invitation. Where a proxy names the addresses of users the form is closed: a user who took the
 * address of another would lock that user out.
 */
export async function signUpRule(
  { db }: Pick<Storage, 'db'>,
  config: Pick<Config, 'SIGNUP' | 'FORWARD_AUTH_HEADER'>,
): Promise<SignUpRule> {
  if (config.FORWARD_AUTH_HEADER !== '') return 'closed'
  return ruleFor(config, await hasNoAccount({ db }))
}

/** The same, when the count is already known. @param first true while there is no account */
export function ruleFor({ SIGNUP }: Pick<Config, 'SIGNUP'>, first: boolean): SignUpRule {
  // Sign-up is open; a trial limits what the user may do afterwards.
  if (first || SIGNUP === 'trial') return 'open'
  return SIGNUP || 'invite'
}

/** SIGNUP=trial puts every user but the first on trial, until an invitation code ends it. */
export const roleFor = ({ SIGNUP }: Pick<Config, 'SIGNUP'>, first: boolean): 'user' | 'trial' =>
  SIGNUP === 'trial' && !first ? 'trial' : 'user'

/** True until the first user has signed up. */
export const hasNoAccount = async ({ db }: Pick<Storage, 'db'>): Promise<boolean> =>
  (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) === undefined

export async function isAdmin({ db }: Pick<Storage, 'db'>, userId: string): Promise<boolean> {
  const row = await db.selectFrom('user').select('admin').where('id', '=', userId).executeTakeFirst()
  return Boolean(row?.admin)
}

/**
 * Makes the oldest account the admin if there is none. Done after each sign-up and at each start, so that a crash
 * between the two leaves no server without an admin; the lock keeps two processes from choosing two.
 */
export async function ensureAdmin({ db, kind }: Storage): Promise<void> {
  await db.transaction().execute(async (on) => {
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(ADMIN_LOCK)})`.execute(on)
    const admin = await on
      .selectFrom('user')
      .select('id')
      .where('admin', '=', true)
      .limit(1)
      .executeTakeFirst()
    if (admin) return
    const oldest = on.selectFrom('user').select('id').orderBy('createdAt').orderBy('id').limit(1)
    await on.updateTable('user').set({ admin: true }).where('id', 'in', oldest).execute()
  })
}
