/** The administrator's view of the server: users, feeds that fail, invitations, sign-up, storage. All are ours. */
import { z } from 'zod'
import { done, envelope, isoTime } from './shapes.ts'
import type { Call } from './call.ts'

const adminUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  handle: z.string().nullable(),
  image: z.string().nullable(),
  role: z.enum(['user', 'trial']),
  admin: z.boolean(),
  /** Cannot sign in; their data stays. */
  disabled: z.boolean(),
  createdAt: isoTime,
  /** When a session was last renewed, at most a day before its last use; null without a session. */
  lastSeenAt: isoTime.nullable(),
  subscriptions: z.number(),
  sessions: z.number(),
})
export type AdminUser = z.infer<typeof adminUser>

/** A feed whose fetches fail. */
const failingFeed = z.object({
  id: z.string(),
  /** null: a private feed of other users, whose address may be a secret. */
  title: z.string().nullable(),
  url: z.string().nullable(),
  errorMessage: z.string().nullable(),
  failures: z.number(),
  /** Not fetched any more. */
  gone: z.boolean(),
  checkedAt: isoTime.nullable(),
  nextFetchAt: isoTime.nullable(),
  subscriptions: z.number(),
})
export type FailingFeed = z.infer<typeof failingFeed>

const adminInvitation = z.object({
  code: z.string(),
  createdAt: isoTime,
  usedAt: isoTime.nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type AdminInvitation = z.infer<typeof adminInvitation>

const serverOverview = z.object({
  /** `trial`: new users are on trial until they use an invitation. */
  signUp: z.object({ mode: z.enum(['open', 'invite', 'closed']), trial: z.boolean() }),
  storage: z.object({ kind: z.enum(['sqlite', 'postgres']), bytes: z.number() }),
  rows: z.object({
    users: z.number(),
    sessions: z.number(),
    feeds: z.number(),
    entries: z.number(),
    subscriptions: z.number(),
  }),
  /** `checked`: within the last day. */
  fetches: z.object({ due: z.number(), failing: z.number(), gone: z.number(), checked: z.number() }),
  backups: z.object({
    /** Whether the responding process has a folder for them. */
    isOn: z.boolean(),
    /** The last attempt. `message`: why it was not made, or could not be restored in the rehearsal. */
    last: z
      .object({
        at: isoTime,
        file: z.string(),
        bytes: z.number().nullable(),
        rows: z.number().nullable(),
        message: z.string().nullable(),
      })
      .nullable(),
    /** When the newest one was restored in the rehearsal. */
    restoredAt: isoTime.nullable(),
  }),
})
export type ServerOverview = z.infer<typeof serverOverview>

export const adminCalls = {
  'admin.overview': { input: z.object({}), output: envelope(serverOverview) },
  /** Users by name; `q`: a part of the name, address or handle. At most 100 at a time. */
  'admin.users': {
    input: z.object({
      q: z.string().max(200).optional(),
      offset: z.coerce.number().int().min(0).optional(),
    }),
    output: envelope(z.object({ users: z.array(adminUser), total: z.number() })),
  },
  /** Refused for one's own account, so that a server always has an admin. */
  'admin.updateUser': {
    broadcast: false,
    input: z.object({
      id: z.string(),
      role: z.enum(['user', 'trial']).optional(),
      admin: z.boolean().optional(),
      disabled: z.boolean().optional(),
    }),
    output: done,
  },
  'admin.deleteUser': { broadcast: false, input: z.object({ id: z.string() }), output: done },
  /** The worst first, at most 200. */
  'admin.failingFeeds': { input: z.object({}), output: envelope(z.array(failingFeed)) },
  /** Of all users, newest first, at most 200. */
  'admin.invitations': { input: z.object({}), output: envelope(z.array(adminInvitation)) },
  /** An unused code. */
  'admin.deleteInvitation': { broadcast: false, input: z.object({ code: z.string() }), output: done },
} as const satisfies Record<string, Call>
