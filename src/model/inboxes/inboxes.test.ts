import { allSettled, createWatch } from 'effector'
import { expect, test } from 'vitest'
import { errorNotified, type UserNotification } from '../app/index.ts'
import { $currentEntry } from '../entries/index.ts'
import { undoRequested } from '../journal/index.ts'
import { $location, navigationRequested } from '../location/index.ts'
import {
  $counts,
  $subscriptions,
  $tree,
  subscriptionEdited,
  subscriptionsMoved,
  unfollowRequested,
} from '../subscriptions/index.ts'
import { $timeline, idsIn } from '../timeline/index.ts'
import { createFakeServer, startReader, type Reader } from '../testing.ts'
import { inboxCreateRequested, inboxDeleteRequested, mailDeleteRequested } from './index.ts'

const NOON = Date.UTC(2026, 0, 15, 12)

/** A reader who has the inbox `letters` with three unread mails. */
async function withMail(): Promise<Reader> {
  const server = createFakeServer()
  server.follow('1')
  server.sources.inboxes.set('letters', { type: 'inbox', id: 'letters', secret: 's', title: 'Letters' })
  for (const [at, id] of ['11', '12', '13'].entries()) server.publish('letters', id, NOON - at * 1000)
  return startReader({ server })
}
const openInbox = ({ scope }: Reader) =>
  allSettled(navigationRequested, {
    scope,
    params: { view: 0, source: { kind: 'inbox', id: 'letters' }, entryId: null },
  })
const listed = ({ scope }: Reader) => idsIn(scope.getState($timeline).ids)
const row = ({ scope }: Reader, id: string) =>
  scope.getState($tree).find(({ subscriptionId }) => subscriptionId === `inbox/${id}`)
const errorsOf = ({ scope }: Reader): UserNotification[] => {
  const errors: UserNotification[] = []
  createWatch({ unit: errorNotified, scope, fn: (error) => errors.push(error) })
  return errors
}

test('an inbox lists what arrived in it, with its count', async () => {
  const reader = await withMail()
  expect(row(reader, 'letters')).toMatchObject({ title: 'Letters', unread: 3 })
  await openInbox(reader)
  expect(listed(reader)).toEqual(['11', '12', '13'])
  expect(reader.scope.getState($timeline).status).toBe('ready')
})

test('a new inbox is shown at once and has its secret from the server afterwards', async () => {
  const reader = await withMail()
  const release = reader.server.hold('inboxes.create')
  const created = allSettled(inboxCreateRequested, {
    scope: reader.scope,
    params: { handle: ' notes ', title: 'Notes' },
  })
  await expect.poll(() => row(reader, 'notes')?.title).toBe('Notes')
  release()
  await created
  expect(reader.server.sources.inboxes.get('notes')).toMatchObject({ secret: 'secret of notes' })
  expect(row(reader, 'notes')?.title).toBe('Notes')
})

test('a handle that another user has is refused, and the row goes', async () => {
  const reader = await withMail()
  const errors = errorsOf(reader)
  reader.server.refuse('inboxes.create', 'inboxExists')
  await allSettled(inboxCreateRequested, { scope: reader.scope, params: { handle: 'taken', title: '' } })
  expect(row(reader, 'taken')).toBeUndefined()
  expect(errors).toMatchObject([{ key: 'errors:10001' }])
})

test('renaming goes to the inbox and can be undone; an inbox is neither moved nor unfollowed', async () => {
  const reader = await withMail()
  const { scope, server } = reader
  await allSettled(subscriptionEdited, { scope, params: { id: 'inbox/letters', patch: { title: 'Post' } } })
  expect(row(reader, 'letters')?.title).toBe('Post')
  expect(server.sources.inboxes.get('letters')?.title).toBe('Post')
  await allSettled(undoRequested, { scope, params: {} })
  expect(row(reader, 'letters')?.title).toBe('Letters')
  expect(server.sources.inboxes.get('letters')?.title).toBe('Letters')
  await allSettled(subscriptionsMoved, {
    scope,
    params: { ids: ['inbox/letters'], view: 1, category: 'News' },
  })
  await allSettled(unfollowRequested, { scope, params: { ids: ['inbox/letters'] } })
  expect(scope.getState($subscriptions).get('inbox/letters')).toMatchObject({ view: 0, category: null })
  expect(server.sent('subscriptions.update', 'subscriptions.batch', 'subscriptions.delete')).toEqual([])
})

test('a deleted inbox is left, and its count goes', async () => {
  const reader = await withMail()
  await openInbox(reader)
  await allSettled(inboxDeleteRequested, { scope: reader.scope, params: { handle: 'letters' } })
  expect(row(reader, 'letters')).toBeUndefined()
  expect(reader.scope.getState($counts).has('letters')).toBe(false)
  expect(reader.scope.getState($location).source).toEqual({ kind: 'all' })
  expect(reader.server.sources.inboxes.size).toBe(0)
})

test('a deleted mail leaves the list and the count, and the next one opens', async () => {
  const reader = await withMail()
  const { scope, server } = reader
  await openInbox(reader)
  await allSettled(navigationRequested, { scope, params: { entryId: '12' } })
  await allSettled(mailDeleteRequested, { scope, params: { ids: ['12'] } })
  expect(listed(reader)).toEqual(['11', '13'])
  expect(scope.getState($location).entryId).toBe('13')
  expect(server.entries.map(({ id }) => id)).toEqual(['11', '13'])
  await allSettled(mailDeleteRequested, { scope, params: { ids: ['11', '13'] } })
  expect(listed(reader)).toEqual([])
  expect(scope.getState($location).entryId).toBeNull()
  expect(scope.getState($counts).get('letters') ?? 0).toBe(0)
})

test('a mail that the server does not delete is back in its list', async () => {
  const reader = await withMail()
  await openInbox(reader)
  const errors = errorsOf(reader)
  reader.server.refuse('entries.inboxDelete', 'inboxPermissionDenied')
  await allSettled(mailDeleteRequested, { scope: reader.scope, params: { ids: ['11'] } })
  expect(errors).toMatchObject([{ key: 'errors:10003' }])
  expect(listed(reader)).toEqual(['11', '12', '13'])
  expect(reader.scope.getState($counts).get('letters')).toBe(3)
})

test('an entry of a feed is never deleted', async () => {
  const reader = await withMail()
  reader.server.publish('1', '99', NOON)
  await allSettled(navigationRequested, {
    scope: reader.scope,
    params: { source: { kind: 'feed', id: '1' }, entryId: '99' },
  })
  await allSettled(mailDeleteRequested, { scope: reader.scope, params: { ids: ['99'] } })
  expect(reader.server.sent('entries.inboxDelete')).toEqual([])
})

test('a mail is opened by its address although its list was never fetched', async () => {
  const reader = await withMail()
  const { scope, server } = reader
  // The call for entries of feeds does not have it.
  server.refuse('entries.get', 'entryNotFound')
  await allSettled(navigationRequested, { scope, params: { source: { kind: 'all' }, entryId: '13' } })
  expect(scope.getState($currentEntry)?.summary).toMatchObject({ id: '13', feedId: 'letters' })
})
