import { noticeStatus } from '../actions/status.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { countAged } from '../storage/reads/ageing.ts'
import { markAllRead, unmarkBatch, type Counts } from '../storage/reads/mark-all.ts'
import { markRead, totalUnread, unmarkRead, unreadCounts } from '../storage/reads/reads.ts'
import type { MarkAllScope } from '../../contract/reads.ts'
import { scopeOf } from './scope.ts'

/** Read state: counts, marks, mark-all and its undo. */
export const readsRoutes = {
  'reads.counts': async ({ user, storage }, { view }) => ({
    data: await unreadCounts(storage, user.id, { view }),
  }),

  'reads.mark': async ({ user, storage, now, newId }, { entryIds }) => {
    await markRead(storage, user.id, entryIds, now())
    await noticeStatus({ storage, now, newId }, { userId: user.id, cause: 'read', entryIds })
  },

  'reads.unmark': async ({ user, storage }, { entryId, entryIds = [] }) => {
    const ids = entryId === undefined ? entryIds : [entryId, ...entryIds]
    if (ids.length === 0) throw new Refusal('invalidParameter', 'entryId or entryIds is needed.')
    await unmarkRead(storage, user.id, ids)
  },

  'reads.markAll': async (context, input) => ({ data: { read: await markScope(context, input) } }),

  'reads.unmarkAll': async ({ user, storage }, { batch }) => ({
    data: { unread: await unmarkBatch(storage, user.id, batch) },
  }),

  'reads.older': async ({ user, storage, now }, { feedIdList: feedIds, days }) => ({
    data: { entries: await countAged(storage, { userId: user.id, feedIds, days }, now()) },
  }),

  'reads.totalCount': async ({ user, storage }) => ({
    data: { count: await totalUnread(storage, user.id) },
  }),
} satisfies Routes

/** Inboxes belong to the first view in every client (wire-contract 6, 8). */
const meansInboxes = ({ view = 0, feedIdList, feedId }: MarkAllScope): boolean =>
  view === 0 && feedIdList === undefined && feedId === undefined

/** The batch is the request's idempotency key, so that the client can undo it by that name. */
async function markScope(
  { user, storage, ...context }: RequestContext,
  input: MarkAllScope,
): Promise<Counts> {
  const named = await scopeOf(storage, user.id, input)
  if (!named) return {}
  const scope = named.kind === 'followed' ? { ...named, inboxes: meansInboxes(input) } : named
  const bounds = { start: input.startTime, end: input.endTime, insertedBefore: input.insertedBefore }
  const mark = { readAt: context.now(), batch: context.idempotencyKey ?? context.newId() }
  const counts = await markAllRead(storage, scope, bounds, mark)
  await noticeStatus({ storage, ...context }, { userId: user.id, cause: 'read', batch: mark.batch })
  return counts
}
