/** Saving web pages into the inbox of pages. The server reads them; without a connection they wait in the outbox. */
import { sample } from 'effector'
import { infoNotified, type UserNotification } from '../app/events.ts'
import { defineMutation } from '../outbox/define-mutation.ts'
import { countsRequested, subscriptionsRequested } from '../subscriptions/events.ts'
import { timelineRefetched } from '../timeline/state.ts'
import { pageSaveRequested, type PageToSave } from './events.ts'

const savePage = defineMutation<PageToSave, { readonly title: string; readonly problem: string | null }>({
  name: 'inboxes.savePage',
  resource: 'inboxes',
  updates: () => ({}),
  sendIfUnchanged: true,
  send: async (api, page, { id }) => (await api.inboxes.savePage(page, { idempotencyKey: id })).data,
})
sample({ clock: pageSaveRequested, fn: (args) => ({ args }), target: savePage.requested })
sample({
  clock: savePage.accepted,
  fn: ({ answer: { title, problem } }): UserNotification =>
    problem === null
      ? { key: 'sources:savePage.saved', values: { title } }
      : { key: 'sources:savePage.savedAsLink', values: { title, problem } },
  target: infoNotified,
})
sample({
  clock: savePage.accepted,
  fn: () => {},
  target: [subscriptionsRequested, countsRequested, timelineRefetched],
})
