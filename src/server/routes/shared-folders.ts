import { randomBytes } from 'node:crypto'
import {
  MAX_SHARED_FOLDER_FEEDS,
  MAX_SHARED_FOLDER_MEMBERS,
  type SharedMark,
} from '../../contract/shared-folders.ts'
import { visibleName } from '../../core/visible-name.ts'
import { limitAttempts } from '../http/rate-limit.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { hashOfToken } from '../public-pages/publication.ts'
import { profileByName } from '../storage/accounts/users.ts'
import {
  addSharedFeeds,
  addSharedFolder,
  addSharedInvitation,
  changeSharedFolder,
  changeSharedMember,
  countSharedFeeds,
  invitationsFor,
  membersOf,
  removeSharedFeed,
  removeSharedFolder,
  removeSharedInvitation,
  removeSharedMember,
  renameSharedFolder,
  respondToInvitation,
  shareableFeeds,
  sharedFoldersOf,
  sharedInvitation,
  sharedInvitations,
  sharedMarksOf,
  type InvitationKey,
  type OpenFolder,
  type Sharing,
} from '../storage/lists/shared-folders.ts'
import { subscriptionsOf } from '../storage/lists/subscriptions.ts'
import { cleanName } from './clean-name.ts'
import { subscriptionLimit } from './limits.ts'
import { iso } from './wire-feed.ts'

/** 7 days. */
const INVITATION_MS = 7 * 86_400_000

/** Folders that users of this server share. */
export const sharedFoldersRoutes = {
  'sharedFolders.list': async ({ storage, user, now }) => {
    const folders = await sharedFoldersOf(storage, user.id, now())
    const received = await invitationsFor(storage, user.id, now())
    return {
      data: {
        folders: folders.map((folder) => ({
          ...folder,
          membersMayAdd: folder.membersMayAdd === 1,
          sharesStars: folder.sharesStars === 1,
          sharesNotes: folder.sharesNotes === 1,
          members: folder.members.map(({ id, name, handle }) => ({ id, name: visibleName(name), handle })),
          feeds: folder.feeds.map(({ id, title }) => ({ id, title })),
          invitations: folder.invitations.map(({ id, handle, expiresAt }) => ({
            id,
            handle,
            expiresAt: iso(Number(expiresAt)),
          })),
        })),
        invitations: received.map(({ id, title, by }) => ({ id, title, by: visibleName(by) })),
      },
    }
  },

  'sharedFolders.marks': async ({ storage, user }) => {
    const marks = new Map<string, SharedMark>()
    for (const { entryId, feedId, title, at, id, name, quote, note } of await sharedMarksOf(
      storage,
      user.id,
    )) {
      const mark = marks.get(entryId) ?? { entryId, feedId, title, at: iso(at), stars: [], notes: [] }
      marks.set(entryId, mark)
      const member = { id, name: visibleName(name) }
      if (note === null) mark.stars.push(member)
      else mark.notes.push({ ...member, quote, note })
    }
    return { data: [...marks.values()] }
  },

  'sharedFolders.create': async (context, { title, category }) => {
    const { storage, user, now, newId } = context
    const shared = await sharedFoldersOf(storage, user.id, now())
    if (category && shared.some((folder) => folder.category === category))
      throw new Refusal('unprocessable', 'This folder is shared already.')
    const own = category ? await subscriptionsOf(storage, user.id) : []
    const inFolder = own.filter((row) => row.category === category && !row.sharedFolderId)
    const shareable = new Set(
      await shareableFeeds(
        storage,
        user.id,
        inFolder.map(({ feedId }) => feedId),
      ),
    )
    const feeds = inFolder.filter(({ feedId }) => shareable.has(feedId)).slice(0, MAX_SHARED_FOLDER_FEEDS)
    const id = newId()
    const added = await addSharedFolder(
      storage,
      { id, ownerUserId: user.id, title: titleOf(title), membersMayAdd: 0, createdAt: now() },
      { category: inFolder.length > 0 ? (category ?? null) : null, feeds },
    )
    if (!added) throw new Refusal('sharedFolderLimit')
    return { data: { id, omitted: inFolder.length - feeds.length } }
  },

  'sharedFolders.update': async (context, { id, title, membersMayAdd }) => {
    const clean = title === undefined ? undefined : titleOf(title)
    await changeOwn(context, id, async (open) => {
      if (clean !== undefined) await renameSharedFolder(open, clean)
      if (membersMayAdd !== undefined)
        await open.db
          .updateTable('sharedFolders')
          .set({ membersMayAdd: membersMayAdd ? 1 : 0 })
          .where('id', '=', id)
          .execute()
    })
  },

  'sharedFolders.delete': async (context, { id }) => {
    const former = await changeOwn(context, id, (open) => removeSharedFolder(open, sharingOf(context)))
    announce(context, former, 'sharedFolders.delete')
  },

  'sharedFolders.choose': async (context, { id, sharesStars, sharesNotes }) => {
    await change(context, id, (open) =>
      changeSharedMember(open, {
        ...(sharesStars !== undefined && { sharesStars: sharesStars ? 1 : 0 }),
        ...(sharesNotes !== undefined && { sharesNotes: sharesNotes ? 1 : 0 }),
      }),
    )
  },

  'sharedFolders.invite': async (context, { id, handle: written }) => {
    const { storage, user, now, newId } = context
    const handle = written?.replace(/^@/, '').toLowerCase() ?? null
    const profile = handle ? await profileByName(storage, handle, null) : null
    // An id is no handle.
    const userId = profile && profile.handle?.toLowerCase() === handle ? profile.id : null
    const token = handle === null ? randomBytes(24).toString('base64url') : null
    const isNew = await changeOwn(context, id, async (open) => {
      const existing = await sharedInvitations(open, now())
      if (handle !== null && existing.some((one) => one.handle === handle)) return false
      if (existing.length >= MAX_SHARED_FOLDER_MEMBERS) throw new Refusal('sharedFolderLimit')
      const isMember = userId !== null && (await membersOf(open, id)).includes(userId)
      await addSharedInvitation(open, {
        id: newId(),
        folderId: id,
        userId: isMember ? null : userId,
        handle,
        hash: token && hashOfToken(token),
        createdAt: now(),
        expiresAt: now() + INVITATION_MS,
      })
      return true
    })
    if (isNew && userId !== null && userId !== user.id) announce(context, [userId], 'sharedFolders.invite')
    return { data: { path: token && `/shared-folder/${token}` } }
  },

  'sharedFolders.withdraw': async (context, { id, invitationId }) => {
    await changeOwn(context, id, (open) => removeSharedInvitation(open, invitationId))
  },

  'sharedFolders.invitation': async (context, { token }) => {
    const row = await guarded(context, () =>
      sharedInvitation(context.storage, { hash: hashOfToken(token) }, context.now()),
    )
    if (!row) throw new Refusal('sharedInvitationOver')
    return { data: { title: row.title, by: visibleName(row.by) } }
  },

  'sharedFolders.respond': async (context, { token, invitationId, accept }) => {
    const { storage, user } = context
    if ((token === undefined) === (invitationId === undefined)) throw new Refusal('invalidParameter')
    const key: InvitationKey = token
      ? { hash: hashOfToken(token) }
      : { invitationId: invitationId ?? '', userId: user.id }
    const result = await guarded(context, async () => {
      const answer = { userId: user.id, accept, mostMembers: MAX_SHARED_FOLDER_MEMBERS }
      const outcome = await respondToInvitation(storage, key, answer, sharingOf(context))
      return outcome === 'over' ? undefined : outcome
    })
    if (result === undefined) throw new Refusal('sharedInvitationOver')
    if (result === 'folderLimit') throw new Refusal('sharedFolderLimit')
    if (result === 'feedLimit')
      throw new Refusal(user.role === 'trial' ? 'trialFeedLimit' : 'subscriptionLimit')
    announce(context, await membersOf(storage, result.folderId), 'sharedFolders.respond')
  },

  'sharedFolders.removeMember': async (context, { id, userId }) => {
    const { user } = context
    const wasMember = await change(context, id, async (open) => {
      const isOwner = open.folder.ownerUserId === user.id
      if (userId !== user.id && !isOwner) throw new Refusal('noPermission')
      if (userId === open.folder.ownerUserId)
        throw new Refusal('unprocessable', 'The owner ends the folder instead of leaving it.')
      const members = await membersOf(open, id)
      await removeSharedMember(open, userId, sharingOf(context))
      return members.includes(userId)
    })
    // Strangers are not told of anything.
    if (wasMember) announce(context, [userId], 'sharedFolders.removeMember')
  },

  'sharedFolders.addFeeds': async (context, { id, feedIds }) => {
    const { user } = context
    await change(context, id, async (open) => {
      refuseOthers(open, user.id)
      const unique = [...new Set(feedIds)]
      const shareable = await shareableFeeds(open, user.id, unique)
      if (shareable.length < unique.length) throw new Refusal('feedNotShareable', NOT_SHAREABLE)
      await addSharedFeeds(open, unique, sharingOf(context))
      if ((await countSharedFeeds(open)) > MAX_SHARED_FOLDER_FEEDS) throw new Refusal('sharedFolderLimit')
    })
  },

  'sharedFolders.removeFeed': async (context, { id, feedId }) => {
    await change(context, id, async (open) => {
      refuseOthers(open, context.user.id)
      await removeSharedFeed(open, feedId, sharingOf(context))
    })
  },
} satisfies Routes

const NOT_SHAREABLE =
  'A feed that is followed privately, needs a password or belongs to an inbox cannot be shared, and neither can a list.'

const sharingOf = ({ now, newId }: Pick<RequestContext, 'now' | 'newId'>): Sharing => ({
  now: now(),
  newId,
  limitOf: subscriptionLimit,
})

/** The same limits for links and for ids, so that neither is guessed. */
const guarded = <T>(context: RequestContext, attempt: () => Promise<T | undefined>): Promise<T | undefined> =>
  limitAttempts(
    context,
    { kind: 'shared-folder', secret: 'random', address: context.address, account: context.user.id },
    attempt,
    (result) => result === undefined,
  )

/** @throws Refusal notFound, the same where there is no such folder and where the user is no member */
async function change<T>(
  context: RequestContext,
  id: string,
  work: (open: OpenFolder) => Promise<T>,
): Promise<T> {
  const { storage, user } = context
  const result = await changeSharedFolder(storage, { id, userId: user.id }, async (open) => ({
    value: await work(open),
  }))
  if (result === null) throw new Refusal('notFound')
  announce(context, await membersOf(storage, id), 'sharedFolders.update')
  return result.value
}

const changeOwn = <T>(
  context: RequestContext,
  id: string,
  work: (open: OpenFolder) => Promise<T>,
): Promise<T> =>
  change(context, id, (open) => {
    if (open.folder.ownerUserId !== context.user.id) throw new Refusal('noPermission')
    return work(open)
  })

function refuseOthers({ folder }: OpenFolder, userId: string): void {
  if (folder.ownerUserId !== userId && folder.membersMayAdd === 0) throw new Refusal('noPermission')
}

/** The user's own devices learn of it as of every accepted call. */
function announce({ live, user }: RequestContext, userIds: readonly string[], call: string): void {
  for (const id of userIds) if (id !== user.id) live.changed(id, { call, input: undefined, from: null })
}

/** @throws Refusal invalidParameter where nothing is left of it */
function titleOf(title: string): string {
  const clean = cleanName(title)
  if (clean === null) throw new Refusal('invalidParameter', 'The folder needs a title.')
  return clean
}
