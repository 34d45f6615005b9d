import type { Output } from '../../contract/calls.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { deleteUserData } from '../accounts/delete-user-data.ts'
import { signUpRule } from '../accounts/sign-up.ts'
import { databaseBytes, databaseMetrics, feedsCheckedSince } from '../admin/metrics.ts'
import {
  adminUsers,
  allInvitations,
  countUsers,
  failingFeeds,
  removeInvitation,
  updateUser,
  userExists,
} from '../storage/accounts/admin.ts'
import { latestBackups, latestGoodBackup } from '../storage/processes/backups.ts'
import { addressOfFeed } from '../storage/feeds/feed-requests.ts'
import { refuseUnlessAdmin } from './refuse.ts'
import { iso, isoOrNull, nextFetchOf } from './wire-feed.ts'

const DAY_MS = 86_400_000

/** The administrator's view of the server. */
export const adminRoutes = {
  'admin.overview': async ({ user, storage, config, now }) => {
    refuseUnlessAdmin(user)
    const { feeds_due, feeds_failing, feeds_gone, ...rows } = await databaseMetrics(storage, now())
    return {
      data: {
        signUp: { mode: await signUpRule(storage, config), trial: config.SIGNUP === 'trial' },
        storage: { kind: storage.kind, bytes: await databaseBytes(storage) },
        rows,
        fetches: {
          due: feeds_due,
          failing: feeds_failing,
          gone: feeds_gone,
          checked: await feedsCheckedSince(storage, now() - DAY_MS),
        },
        backups: await backupsOf(storage, config),
      },
    }
  },

  'admin.users': async ({ user, storage }, { q = '', offset = 0 }) => {
    refuseUnlessAdmin(user)
    const users = await adminUsers(storage, q, offset)
    return { data: { users, total: await countUsers(storage, q) } }
  },

  'admin.updateUser': async (context, { id, ...change }) => {
    await refuseUnlessOther(context, id)
    await updateUser(context.storage, id, change)
  },

  'admin.deleteUser': async (context, { id }) => {
    await refuseUnlessOther(context, id)
    await deleteUserData(context.storage, id)
  },

  'admin.failingFeeds': async ({ user, storage }) => {
    refuseUnlessAdmin(user)
    const rows = await failingFeeds(storage, user.id)
    const data = rows.map(({ visible, ...row }) => ({
      id: row.id,
      title: visible ? row.title : null,
      url: visible ? addressOfFeed(row.url) : null,
      errorMessage: visible ? row.errorMessage : null,
      failures: row.failures,
      gone: row.gone === 1,
      checkedAt: isoOrNull(row.checkedAt),
      nextFetchAt: nextFetchOf(row),
      subscriptions: row.subscriptions,
    }))
    return { data }
  },

  'admin.invitations': async ({ user, storage }) => {
    refuseUnlessAdmin(user)
    const rows = await allInvitations(storage)
    const data = rows.map(({ createdAt, usedAt, ...row }) => ({
      ...row,
      createdAt: iso(createdAt),
      usedAt: isoOrNull(usedAt),
    }))
    return { data }
  },

  'admin.deleteInvitation': async ({ user, storage }, { code }) => {
    refuseUnlessAdmin(user)
    if (!(await removeInvitation(storage, code))) throw new Refusal('invitationNotFound')
  },
} satisfies Routes

/** For admins only, and not for their own account. */
async function refuseUnlessOther({ user, storage }: RequestContext, id: string): Promise<void> {
  refuseUnlessAdmin(user)
  if (id === user.id)
    throw new Refusal('unprocessable', 'Another administrator has to change your own account.')
  if (!(await userExists(storage, id))) throw new Refusal('userNotFound')
}

async function backupsOf(
  storage: RequestContext['storage'],
  { BACKUP_DIR }: RequestContext['config'],
): Promise<Output<'admin.overview'>['data']['backups']> {
  const [last] = await latestBackups(storage, 1)
  const good = await latestGoodBackup(storage)
  return {
    isOn: BACKUP_DIR !== '',
    last: last
      ? {
          at: iso(last.finishedAt),
          file: last.file,
          bytes: last.bytes === null ? null : Number(last.bytes),
          rows: last.rows === null ? null : Number(last.rows),
          message: last.message,
        }
      : null,
    restoredAt: isoOrNull(good?.finishedAt ?? null),
  }
}
