/**
 * Folders that users of this server share. Every change locks the folder, so that a feed, a member or an invitation is added and
 * removed one after another. The feeds of a folder reach its members as subscriptions of their own, which name the folder.
 */
import { sql, type Kysely } from 'kysely'
import { MAX_SHARED_FOLDERS, MAX_SHARED_MARKS } from '../../../contract/shared-folders.ts'
import { isDisabledUser } from '../accounts/users.ts'
import { batches, idList } from '../engine/id-list.ts'
import { visibleFeed } from '../feeds/feeds-read.ts'
import type { Kind, Storage } from '../open.ts'
import type { Schema, SharedFolderInvitationRow, SharedFolderMemberRow, SharedFolderRow } from '../schema.ts'

type Library = { readonly db: Kysely<Schema>; readonly kind: Kind }
/** What new rows need. `now`: ms since 1970. `limitOf`: how many feeds a user may follow. */
export type Sharing = {
  readonly now: number
  readonly newId: () => string
  readonly limitOf: (user: { readonly role: 'user' | 'trial' }) => number
}
/** A folder as one of its members may change it. */
export type OpenFolder = Library & {
  readonly folder: SharedFolderRow
  readonly member: SharedFolderMemberRow
}

/** Runs a change of a folder that the user is a member of; null: there is none. */
export function changeSharedFolder<T>(
  { db, kind }: Storage,
  { id, userId }: { readonly id: string; readonly userId: string },
  change: (open: OpenFolder) => Promise<T>,
): Promise<T | null> {
  return db.transaction().execute(async (trx) => {
    const folder = await lockFolder({ db: trx, kind }, id)
    const member = await trx
      .selectFrom('sharedFolderMembers')
      .selectAll()
      .where('folderId', '=', id)
      .where('userId', '=', userId)
      .executeTakeFirst()
    return folder && member ? change({ db: trx, kind, folder, member }) : null
  })
}

async function lockFolder({ db, kind }: Library, id: string): Promise<SharedFolderRow | undefined> {
  const query = db.selectFrom('sharedFolders').selectAll().where('id', '=', id)
  return (kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

/** The folders of a member, by title, each with all that the member may see of it. */
export async function sharedFoldersOf({ db }: Storage, userId: string, now: number) {
  const folders = await db
    .selectFrom('sharedFolders as f')
    .innerJoin('sharedFolderMembers as m', 'm.folderId', 'f.id')
    .select(['f.id', 'f.title', 'f.ownerUserId', 'f.membersMayAdd'])
    .select(['m.category', 'm.sharesStars', 'm.sharesNotes'])
    .where('m.userId', '=', userId)
    .orderBy('f.title')
    .orderBy('f.id')
    .execute()
  const mine = db.selectFrom('sharedFolderMembers').select('folderId').where('userId', '=', userId)
  const members = await db
    .selectFrom('sharedFolderMembers as m')
    .innerJoin('user as u', 'u.id', 'm.userId')
    .select(['m.folderId', 'u.id', 'u.name', 'u.handle'])
    .where('m.folderId', 'in', mine)
    .where(sql<boolean>`not ${isDisabledUser(sql.ref('u.id'))}`)
    .orderBy('m.joinedAt')
    .orderBy('u.id')
    .execute()
  const feeds = await db
    .selectFrom('sharedFolderFeeds as s')
    .innerJoin('feeds as f', 'f.id', 's.feedId')
    .select(['s.folderId', 'f.id', 'f.title'])
    .where('s.folderId', 'in', mine)
    .orderBy('s.addedAt')
    .orderBy('f.id')
    .execute()
  const invitations = await db
    .selectFrom('sharedFolderInvitations as i')
    .innerJoin('sharedFolders as f', 'f.id', 'i.folderId')
    .select(['i.folderId', 'i.id', 'i.handle', 'i.expiresAt'])
    .where('f.ownerUserId', '=', userId)
    .where('i.expiresAt', '>', now)
    .orderBy('i.createdAt')
    .orderBy('i.id')
    .execute()
  const of = <T extends { readonly folderId: string }>(rows: readonly T[], id: string) =>
    rows.filter(({ folderId }) => folderId === id)
  return folders.map(({ ownerUserId, ...folder }) => ({
    ...folder,
    isOwner: ownerUserId === userId,
    members: of(members, folder.id).toSorted(
      (one, other) => Number(other.id === ownerUserId) - Number(one.id === ownerUserId),
    ),
    feeds: of(feeds, folder.id),
    invitations: of(invitations, folder.id),
  }))
}

/** The other members of a user's folders. @param what only those that see the user's stars, or notes */
export async function fellowMembers(
  { db }: Storage,
  userId: string,
  what?: 'sharesStars' | 'sharesNotes',
): Promise<string[]> {
  let query = db
    .selectFrom('sharedFolderMembers as me')
    .innerJoin('sharedFolderMembers as m', 'm.folderId', 'me.folderId')
    .select('m.userId')
    .distinct()
    .where('me.userId', '=', userId)
    .where('m.userId', '<>', userId)
  if (what) query = query.where(`me.${what}`, '=', 1)
  return (await query.execute()).map((row) => row.userId)
}

export const membersOf = async ({ db }: { readonly db: Kysely<Schema> }, id: string): Promise<string[]> =>
  (await db.selectFrom('sharedFolderMembers').select('userId').where('folderId', '=', id).execute()).map(
    (row) => row.userId,
  )

const feedsOf = async ({ db }: Library, id: string): Promise<string[]> =>
  (await db.selectFrom('sharedFolderFeeds').select('feedId').where('folderId', '=', id).execute()).map(
    (row) => row.feedId,
  )

/** Those of some feeds that the user may show to others: publicly known, and not followed privately by the user. */
export async function shareableFeeds(
  { db, kind }: Library,
  userId: string,
  feedIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select f.id from feeds as f
    where f.id in ${idList(kind, feedIds)} and f."inboxUserId" is null and ${visibleFeed(sql`f.id`, null)}
      and not exists (select 1 from "feedRequests" as q where q."feedId" = f.id)
      and not exists (select 1 from subscriptions as s
        where s."feedId" = f.id and s."userId" = ${userId} and s."isPrivate" = 1)`.execute(db)
  const shareable = new Set(rows.map(({ id }) => id))
  return feedIds.filter((id) => shareable.has(id))
}

/** @returns false where the user is in as many folders as is allowed */
export async function addSharedFolder(
  { db, kind }: Storage,
  row: SharedFolderRow,
  { category, feeds }: { readonly category: string | null; readonly feeds: readonly SharedFeed[] },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await trx.insertInto('sharedFolders').values(row).execute()
    const library = { db: trx, kind }
    if (!(await addMember(library, row, { userId: row.ownerUserId, category, now: row.createdAt }))) {
      await trx.deleteFrom('sharedFolders').where('id', '=', row.id).execute()
      return false
    }
    await storeFeeds(library, row.id, feeds, row.createdAt)
    return true
  })
}

type SharedFeed = { readonly feedId: string; readonly view: number }
async function storeFeeds(
  { db }: Library,
  folderId: string,
  feeds: readonly SharedFeed[],
  addedAt: number,
): Promise<void> {
  if (feeds.length === 0) return
  await db
    .insertInto('sharedFolderFeeds')
    .values(feeds.map(({ feedId, view }) => ({ folderId, feedId, view, addedAt })))
    .onConflict((on) => on.columns(['folderId', 'feedId']).doNothing())
    .execute()
}

async function addMember(
  library: Library,
  { id, title }: SharedFolderRow,
  { userId, category, now }: { userId: string; category: string | null; now: number },
): Promise<boolean> {
  const { db } = library
  const { count } = await db
    .selectFrom('sharedFolderMembers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_SHARED_FOLDERS) return false
  await db
    .insertInto('sharedFolderMembers')
    .values({
      folderId: id,
      userId,
      category: category ?? (await freeCategory(library, userId, title)),
      sharesStars: 0,
      sharesNotes: 0,
      joinedAt: now,
    })
    .onConflict((on) => on.columns(['folderId', 'userId']).doNothing())
    .execute()
  return true
}

/** The title, with a number where the user has a folder of that name. */
async function freeCategory({ db }: Library, userId: string, title: string): Promise<string> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('category')
    .where('userId', '=', userId)
    .where('category', 'is not', null)
    .union(db.selectFrom('sharedFolderMembers').select('category').where('userId', '=', userId))
    .execute()
  const used = new Set(rows.map(({ category }) => category))
  let name = title
  for (let number = 2; used.has(name); number += 1) name = `${title} ${number}`
  return name
}

/**
 * Members follow the feeds of their folders that they do not follow. One who follows as many as is allowed does not get more.
 * @returns whether all did
 */
async function bringFeeds(
  { db, kind }: Library,
  userIds: readonly string[],
  feedIds: readonly string[],
  { now, newId, limitOf }: Sharing,
): Promise<boolean> {
  const { rows } = await sql<{
    userId: string
    role: string
    followed: number
    category: string
    feedId: string
    view: number
    folderId: string
  }>`select m."userId", u.role, m.category, ff."feedId", ff.view, m."folderId",
      (select count(*) from subscriptions as n where n."userId" = m."userId") as followed
    from "sharedFolderMembers" as m join "sharedFolderFeeds" as ff on ff."folderId" = m."folderId"
      join "user" as u on u.id = m."userId"
    where m."userId" in ${idList(kind, userIds)} and ff."feedId" in ${idList(kind, feedIds)}
      and not exists (select 1 from subscriptions as s where s."userId" = m."userId" and s."feedId" = ff."feedId")
    order by ff."addedAt", ff."feedId", m."folderId"`.execute(db)
  const room = new Map<string, number>()
  const brought = new Map<string, (typeof rows)[number]>()
  let all = true
  for (const row of rows) {
    const key = JSON.stringify([row.userId, row.feedId])
    const left =
      room.get(row.userId) ??
      limitOf({ role: row.role === 'trial' ? 'trial' : 'user' }) - Number(row.followed)
    if (brought.has(key)) continue
    if (left <= 0) all = false
    else brought.set(key, row)
    room.set(row.userId, Math.max(0, left - 1))
  }
  const values = [...brought.values()].map(({ userId, feedId, view, category, folderId }) => ({
    id: newId(),
    userId,
    feedId,
    view,
    category,
    title: null,
    isPrivate: 0 as const,
    hideFromTimeline: 0 as const,
    createdAt: now,
    sharedFolderId: folderId,
  }))
  for (const batch of batches(values))
    await db
      .insertInto('subscriptions')
      .values(batch)
      .onConflict((on) => on.columns(['userId', 'feedId']).doNothing())
      .execute()
  return all
}

/** A feed that is in the folder already stays as it is. */
export async function addSharedFeeds(
  open: OpenFolder,
  feedIds: readonly string[],
  sharing: Sharing,
): Promise<void> {
  const { db, kind, folder, member } = open
  const views = await db
    .selectFrom('subscriptions')
    .select(['feedId', 'view'])
    .where('userId', '=', member.userId)
    .where('feedId', 'in', idList(kind, feedIds))
    .execute()
  const viewOf = new Map(views.map(({ feedId, view }) => [feedId, view]))
  const feeds = feedIds.map((feedId) => ({ feedId, view: viewOf.get(feedId) ?? 0 }))
  await storeFeeds(open, folder.id, feeds, sharing.now)
  await bringFeeds(open, await membersOf(open, folder.id), feedIds, sharing)
}

export const countSharedFeeds = async (open: OpenFolder): Promise<number> =>
  (await feedsOf(open, open.folder.id)).length

/** The subscriptions that the folder brought end, unless another folder of the member has the feed. */
export async function removeSharedFeed(open: OpenFolder, feedId: string, sharing: Sharing): Promise<void> {
  const { db, folder } = open
  await db
    .deleteFrom('sharedFolderFeeds')
    .where('folderId', '=', folder.id)
    .where('feedId', '=', feedId)
    .execute()
  await db
    .deleteFrom('subscriptions')
    .where('sharedFolderId', '=', folder.id)
    .where('feedId', '=', feedId)
    .execute()
  await bringFeeds(open, await membersOf(open, folder.id), [feedId], sharing)
}

/** Likewise, of all feeds for one member. */
export async function removeSharedMember(open: OpenFolder, userId: string, sharing: Sharing): Promise<void> {
  const { db, folder } = open
  await db
    .deleteFrom('sharedFolderMembers')
    .where('folderId', '=', folder.id)
    .where('userId', '=', userId)
    .execute()
  await db
    .deleteFrom('subscriptions')
    .where('sharedFolderId', '=', folder.id)
    .where('userId', '=', userId)
    .execute()
  await bringFeeds(open, [userId], await feedsOf(open, folder.id), sharing)
}

/** Likewise, for all members. @returns who they were */
export async function removeSharedFolder(open: OpenFolder, sharing: Sharing): Promise<string[]> {
  const { db, folder } = open
  const [members, feeds] = [await membersOf(open, folder.id), await feedsOf(open, folder.id)]
  await db.deleteFrom('sharedFolders').where('id', '=', folder.id).execute()
  await bringFeeds(open, members, feeds, sharing)
  return members
}

/** Members whose folder has the title of before get the new one, where they have no other of that name. */
export async function renameSharedFolder(open: OpenFolder, title: string): Promise<void> {
  const { db, folder } = open
  await db.updateTable('sharedFolders').set({ title }).where('id', '=', folder.id).execute()
  const members = await db
    .selectFrom('sharedFolderMembers')
    .select(['userId', 'category'])
    .where('folderId', '=', folder.id)
    .where('category', '=', folder.title)
    .execute()
  for (const { userId, category: before } of members) {
    const category = before === title ? title : await freeCategory(open, userId, title)
    await db
      .updateTable('sharedFolderMembers')
      .set({ category })
      .where('folderId', '=', folder.id)
      .where('userId', '=', userId)
      .execute()
    await db
      .updateTable('subscriptions')
      .set({ category })
      .where('userId', '=', userId)
      .where('category', '=', before)
      .where((is) =>
        is.or([
          is('sharedFolderId', '=', folder.id),
          // The owner's own feeds of the folder that was shared.
          is.and([
            is.val(userId === folder.ownerUserId),
            is(
              'feedId',
              'in',
              is.selectFrom('sharedFolderFeeds').select('feedId').where('folderId', '=', folder.id),
            ),
          ]),
        ]),
      )
      .execute()
  }
}

/** A member has renamed folders of their column: what the folders bring goes there from now on. */
export async function renameMemberCategories(
  { db }: Storage,
  userId: string,
  before: readonly string[],
  category: string,
): Promise<void> {
  if (before.length === 0) return
  await db
    .updateTable('sharedFolderMembers')
    .set({ category })
    .where('userId', '=', userId)
    .where('category', 'in', before)
    .execute()
}

/** What a user moves to another folder is followed by the user from now on, whatever becomes of the shared folder. */
export async function keepMovedFeeds(
  { db, kind }: Storage,
  userId: string,
  feedIds: readonly string[],
  category: string | null,
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ sharedFolderId: null })
    .where('userId', '=', userId)
    .where('feedId', 'in', idList(kind, feedIds))
    .where('sharedFolderId', 'is not', null)
    .where(sql<boolean>`coalesce(category, '') <> ${category ?? ''}`)
    .execute()
}

export async function changeSharedMember(
  { db, folder, member }: OpenFolder,
  change: Partial<Pick<SharedFolderMemberRow, 'sharesStars' | 'sharesNotes'>>,
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await db
    .updateTable('sharedFolderMembers')
    .set(change)
    .where('folderId', '=', folder.id)
    .where('userId', '=', member.userId)
    .execute()
}

export async function addSharedInvitation({ db }: OpenFolder, row: SharedFolderInvitationRow): Promise<void> {
  await db.insertInto('sharedFolderInvitations').values(row).execute()
}

/** Open ones; those that are over are deleted. */
export async function sharedInvitations({ db, folder }: OpenFolder, now: number) {
  await db.deleteFrom('sharedFolderInvitations').where('expiresAt', '<=', now).execute()
  return db.selectFrom('sharedFolderInvitations').selectAll().where('folderId', '=', folder.id).execute()
}

export async function removeSharedInvitation({ db, folder }: OpenFolder, id: string): Promise<void> {
  await db
    .deleteFrom('sharedFolderInvitations')
    .where('folderId', '=', folder.id)
    .where('id', '=', id)
    .execute()
}

/** An open invitation: that of a hash, or one of those for the user by handle. */
export type InvitationKey =
  | { readonly hash: string }
  | { readonly invitationId: string; readonly userId: string }

const invitations = ({ db }: { readonly db: Kysely<Schema> }, now: number) =>
  db
    .selectFrom('sharedFolderInvitations as i')
    .innerJoin('sharedFolders as f', 'f.id', 'i.folderId')
    .innerJoin('user as u', 'u.id', 'f.ownerUserId')
    .select(['i.id', 'i.folderId', 'f.title', 'u.name as by'])
    .where('i.expiresAt', '>', now)
    .where(sql<boolean>`not ${isDisabledUser(sql.ref('u.id'))}`)

export const invitationsFor = ({ db }: Storage, userId: string, now: number) =>
  invitations({ db }, now).where('i.userId', '=', userId).orderBy('i.createdAt').orderBy('i.id').execute()

export function sharedInvitation(storage: { readonly db: Kysely<Schema> }, key: InvitationKey, now: number) {
  const open = invitations(storage, now)
  return (
    'hash' in key
      ? open.where('i.hash', '=', key.hash)
      : open.where('i.id', '=', key.invitationId).where('i.userId', '=', key.userId)
  ).executeTakeFirst()
}

/** Uses up an invitation. @returns the folder, or why there is none */
export function respondToInvitation(
  { db, kind }: Storage,
  key: InvitationKey,
  answer: { readonly userId: string; readonly accept: boolean; readonly mostMembers: number },
  sharing: Sharing,
): Promise<{ folderId: string } | 'over' | 'folderLimit' | 'feedLimit'> {
  const { userId, accept, mostMembers } = answer
  return db
    .transaction()
    .execute(async (trx) => {
      const library = { db: trx, kind }
      const before = await sharedInvitation(library, key, sharing.now)
      const folder = before && (await lockFolder(library, before.folderId))
      // Another request may have used it while this one waited for the folder.
      const open = folder && (await sharedInvitation(library, key, sharing.now))
      if (!folder || !open) return 'over' as const
      const members = await membersOf(library, folder.id)
      const isMember = members.includes(userId)
      // A member who looks at a link leaves it to the one it is for.
      if (isMember && 'hash' in key) return { folderId: folder.id }
      await trx.deleteFrom('sharedFolderInvitations').where('id', '=', open.id).execute()
      if (!accept || isMember) return { folderId: folder.id }
      if (members.length >= mostMembers) throw new InvitationFailure('folderLimit')
      if (!(await addMember(library, folder, { userId, category: null, now: sharing.now })))
        throw new InvitationFailure('folderLimit')
      if (!(await bringFeeds(library, [userId], await feedsOf(library, folder.id), sharing)))
        throw new InvitationFailure('feedLimit')
      return { folderId: folder.id }
    })
    .catch((error: unknown) => {
      if (error instanceof InvitationFailure) return error.reason
      throw error
    })
}

/** Rolls back, so that the invitation stays. */
class InvitationFailure extends Error {
  readonly reason: 'folderLimit' | 'feedLimit'
  constructor(reason: 'folderLimit' | 'feedLimit') {
    super(reason)
    this.reason = reason
  }
}

type MemberMark = {
  readonly entryId: string
  readonly feedId: string
  readonly title: string | null
  readonly at: number
  readonly id: string
  readonly name: string
  readonly quote: string | null
  /** null: a star */
  readonly note: string | null
}

/**
 * What other members of a user's folders show of theirs in entries of these folders, the newest first; never of a feed that the other
 * one follows privately, or that is not open to all any more.
 */
export async function sharedMarksOf({ db }: Storage, userId: string): Promise<MemberMark[]> {
  const stars = sql`select c."entryId", c."userId", c."createdAt" as at, null as quote, null as note
    from collections as c`
  const notes = sql`select h."entryId", h."userId", h."createdAt" as at, h.exact as quote, h.note
    from highlights as h where h."deletedAt" is null and h.note is not null`
  const shown = (marks: typeof stars, flag: 'sharesStars' | 'sharesNotes') => sql`
    select distinct k."entryId", e."feedId", e.title, k.at, u.id, u.name, k.quote, k.note
    from "sharedFolderMembers" as me
      join "sharedFolderMembers" as m on m."folderId" = me."folderId" and m."userId" <> me."userId"
        and m.${sql.ref(flag)} = 1
      join "user" as u on u.id = m."userId"
      join (${marks}) as k on k."userId" = m."userId"
      join entries as e on e.id = k."entryId"
      join "sharedFolderFeeds" as ff on ff."folderId" = me."folderId" and ff."feedId" = e."feedId"
    where me."userId" = ${userId} and not ${isDisabledUser(sql.ref('u.id'))}
      and ${visibleFeed(sql`e."feedId"`, null)}
      and not exists (select 1 from subscriptions as s
        where s."userId" = m."userId" and s."feedId" = e."feedId" and s."isPrivate" = 1)`
  const { rows } = await sql<MemberMark>`select * from (
      ${shown(stars, 'sharesStars')} union all ${shown(notes, 'sharesNotes')}) as marks
    order by at desc, "entryId", id limit ${sql.lit(MAX_SHARED_MARKS)}`.execute(db)
  return rows.map((row) => ({ ...row, at: Number(row.at) }))
}
