/** The calls that undo a change of a token, computed before and after it. */
import type { Checked, Output } from '../../contract/calls.ts'
import type { CallName } from '../../contract/paths.ts'
import type { RequestContext } from '../http/routes.ts'
import { actionsRoutes } from '../routes/actions.ts'
import { isStarred } from '../storage/entries/collections.ts'
import { labelledAmong } from '../storage/entries/entry-labels.ts'
import { labelNamed } from '../storage/entries/labels.ts'
import { highlightById } from '../storage/entries/highlights.ts'
import { readAmong } from '../storage/reads/reads.ts'
import { feedsById } from '../storage/feeds/feeds-read.ts'
import { subscriptionsOf } from '../storage/lists/subscriptions.ts'
import { subscriptionUndo } from './subscription-undo.ts'
import type { Undo, UndoCall } from './undo.ts'

/** Reads the state before a change; the returned function is called after it. */
type Watch<N extends CallName> = (
  context: RequestContext,
  input: Checked<N>,
) => Promise<(output: Output<N>) => Undo | Promise<Undo>>

const undoing = (count: number, ...calls: readonly UndoCall[]): Undo => ({
  count,
  calls: count > 0 ? calls : [],
})

/** Adding, moving and removing feeds is compared as a whole. */
const subscriptions: Watch<CallName> = async ({ storage, user }) => {
  const before = await subscriptionsOf(storage, user.id)
  const own = before.filter(({ isPrivate }) => isPrivate === 1).map(({ feedId }) => feedId)
  const addresses = new Map([...(await feedsById(storage, own))].map(([id, { url }]) => [id, url]))
  return async () => subscriptionUndo(before, await subscriptionsOf(storage, user.id), addresses)
}

/** Changes that are not listed cannot be undone: they delete lists, inboxes and mails, or send something elsewhere. */
const watches: { readonly [N in CallName]?: Watch<N> } = {
  'reads.mark': async ({ storage, user }, { entryIds }) => {
    const read = new Set(await readAmong(storage, user.id, entryIds))
    const changed = [...new Set(entryIds)].filter((id) => !read.has(id))
    return () => undoing(changed.length, ['reads.unmark', { entryIds: changed }])
  },
  'reads.unmark': async ({ storage, user }, { entryId, entryIds = [] }) => {
    const ids = entryId === undefined ? entryIds : [entryId, ...entryIds]
    const changed = await readAmong(storage, user.id, ids)
    return () => undoing(changed.length, ['reads.mark', { entryIds: changed }])
  },
  'reads.markAll': async ({ idempotencyKey }) => {
    const batch = idempotencyKey ?? ''
    return ({ data }) => {
      const count = Object.values(data.read).reduce((sum, number) => sum + number, 0)
      return undoing(count, ['reads.unmarkAll', { batch }])
    }
  },
  'collections.add': async ({ storage, user }, { entryId }) => {
    const was = await isStarred(storage, user.id, entryId)
    return () => undoing(was ? 0 : 1, ['collections.remove', { entryId }])
  },
  'collections.remove': async ({ storage, user }, { entryId }) => {
    const was = await isStarred(storage, user.id, entryId)
    return () => undoing(was ? 1 : 0, ['collections.add', { entryId }])
  },
  'labels.create': async ({ storage, user }, { name }) => {
    const was = await labelNamed(storage.db, user.id, name)
    return () => undoing(was ? 0 : 1, ['labels.delete', { name }])
  },
  'labels.update': async ({ storage, user }, { name, to, color }) => {
    const was = await labelNamed(storage.db, user.id, name)
    return () =>
      undoing(was ? 1 : 0, [
        'labels.update',
        {
          name: to ?? name,
          ...(to !== undefined && { to: was?.name ?? name }),
          ...(color !== undefined && { color: was?.color ?? null }),
        },
      ])
  },
  'labels.delete':
    async (_, { name }) =>
    () =>
      undoing(1, ['labels.restore', { name }]),
  'labels.restore':
    async (_, { name }) =>
    () =>
      undoing(1, ['labels.delete', { name }]),
  'labels.add': async ({ storage, user }, { name, entryIds }) => {
    const before = new Set(await labelledAmong(storage, user.id, { name, entryIds }))
    return async () => {
      const after = await labelledAmong(storage, user.id, { name, entryIds })
      const changed = after.filter((id) => !before.has(id))
      return undoing(changed.length, ['labels.remove', { name, entryIds: changed }])
    }
  },
  'labels.remove': async ({ storage, user }, { name, entryIds }) => {
    const changed = await labelledAmong(storage, user.id, { name, entryIds })
    return () => undoing(changed.length, ['labels.add', { name, entryIds: changed }])
  },
  'highlights.create':
    async () =>
    ({ data }) =>
      undoing(1, ['highlights.delete', { id: data.id }]),
  'highlights.update': async ({ storage, user }, { id, color, note }) => {
    const was = await highlightById(storage, user.id, id)
    return () =>
      undoing(was ? 1 : 0, [
        'highlights.update',
        {
          id,
          ...(color !== undefined && was && { color: was.color }),
          ...(note !== undefined && { note: was?.note ?? null }),
        },
      ])
  },
  'highlights.delete':
    async (_, { id }) =>
    () =>
      undoing(1, ['highlights.restore', { id }]),
  'highlights.restore':
    async (_, { id }) =>
    () =>
      undoing(1, ['highlights.delete', { id }]),
  'subscriptions.create': subscriptions,
  'subscriptions.update': subscriptions,
  'subscriptions.delete': subscriptions,
  'subscriptions.batch': subscriptions,
  'subscriptions.import': subscriptions,
  'categories.update': subscriptions,
  'categories.delete': subscriptions,
  'actions.put': async (context) => {
    const { data } = await actionsRoutes['actions.get'](context)
    return () => undoing(1, ['actions.put', { rules: data?.rules ?? [] }])
  },
}

/** @returns null for a call that cannot be undone */
export async function watchChange(
  name: CallName,
  context: RequestContext,
  input: unknown,
): Promise<((output: unknown) => Undo | Promise<Undo>) | null> {
  const watch = watches[name] as Watch<CallName> | undefined
  return watch ? ((await watch(context, input as never)) as (output: unknown) => Undo) : null
}
