/** ours: folders of feeds that users of this server share, with what they show each other of their stars and notes. */
import { z } from 'zod'
import type { Call } from './call.ts'
import { done, envelope, isoTime } from './shapes.ts'

/** Folders that one user owns or is a member of. */
export const MAX_SHARED_FOLDERS = 20
/** Members of one folder; as many invitations to it may be open. */
export const MAX_SHARED_FOLDER_MEMBERS = 50
export const MAX_SHARED_FOLDER_FEEDS = 200
/** Marked entries that a user gets, the newest first. */
export const MAX_SHARED_MARKS = 1000

const id = z.string().min(1).max(64)
const title = z.string().trim().min(1).max(60)
const named = z.object({ id: z.string(), name: z.string() })

const folder = z.object({
  id: z.string(),
  title: z.string(),
  /** The folder of the user's column in which the feeds are. */
  category: z.string(),
  isOwner: z.boolean(),
  membersMayAdd: z.boolean(),
  /** What the other members see of the user's; off until the user chooses it. */
  sharesStars: z.boolean(),
  sharesNotes: z.boolean(),
  /** The owner first. */
  members: z.array(named.extend({ handle: z.string().nullable() })),
  feeds: z.array(z.object({ id: z.string(), title: z.string().nullable() })),
  /** Open ones, for the owner; `handle` null: by link. */
  invitations: z.array(z.object({ id: z.string(), handle: z.string().nullable(), expiresAt: isoTime })),
})
export type SharedFolder = z.infer<typeof folder>

const invitation = z.object({ title: z.string(), by: z.string() })
/** An invitation for the user by handle. */
const received = invitation.extend({ id: z.string() })
export type ReceivedInvitation = z.infer<typeof received>

/** An entry of a shared folder that other members have starred, or have notes in. */
const mark = z.object({
  entryId: z.string(),
  feedId: z.string(),
  title: z.string().nullable(),
  /** Of the newest star or note. */
  at: isoTime,
  stars: z.array(named),
  notes: z.array(named.extend({ quote: z.string().nullable(), note: z.string() })),
})
export type SharedMark = z.infer<typeof mark>

export const sharedFoldersCalls = {
  'sharedFolders.list': {
    input: z.object({}),
    output: envelope(z.object({ folders: z.array(folder), invitations: z.array(received) })),
  },
  'sharedFolders.marks': { input: z.object({}), output: envelope(z.array(mark)) },
  /** `category`: a folder of the user's, whose feeds are shared except for those that cannot be: `omitted` is their number. */
  'sharedFolders.create': {
    input: z.object({ title, category: z.string().max(500).nullish() }),
    output: envelope(z.object({ id: z.string(), omitted: z.number() })),
  },
  'sharedFolders.update': {
    input: z.object({ id, title: title.optional(), membersMayAdd: z.boolean().optional() }),
    output: done,
  },
  'sharedFolders.delete': { input: z.object({ id }), output: done },
  'sharedFolders.choose': {
    input: z.object({ id, sharesStars: z.boolean().optional(), sharesNotes: z.boolean().optional() }),
    output: done,
  },
  /** By handle, the same response whether anybody has it; else by a link for one user, whose path is in this response alone. */
  'sharedFolders.invite': {
    input: z.object({ id, handle: z.string().trim().min(1).max(100).optional() }),
    output: envelope(z.object({ path: z.string().nullable() })),
  },
  'sharedFolders.withdraw': { input: z.object({ id, invitationId: id }), output: done },
  'sharedFolders.invitation': {
    input: z.object({ token: z.string().min(1).max(100) }),
    output: envelope(invitation),
  },
  /** One of `token` and `invitationId`. */
  'sharedFolders.respond': {
    input: z.object({
      token: z.string().min(1).max(100).optional(),
      invitationId: id.optional(),
      accept: z.boolean(),
    }),
    output: done,
  },
  /** The owner removes a member; a member leaves. */
  'sharedFolders.removeMember': { input: z.object({ id, userId: id }), output: done },
  'sharedFolders.addFeeds': {
    input: z.object({ id, feedIds: z.array(id).min(1).max(MAX_SHARED_FOLDER_FEEDS) }),
    output: done,
  },
  'sharedFolders.removeFeed': { input: z.object({ id, feedId: id }), output: done },
} as const satisfies Record<string, Call>
