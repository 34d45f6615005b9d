/** Public pages of the user's own: loaded with the first command that publishes, and with their settings page. */
import { attach, createEvent, sample } from 'effector'
import type { Publication } from '../../contract/publications.ts'
import { toBrowserPath } from '../../core/base-path.ts'
import { infoNotified } from '../app/events.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { screenRequested } from '../location/index.ts'
import { $services } from '../services.ts'

type ToPublish = Pick<Publication, 'kind' | 'name' | 'title'>
/** The user makes something public: without notes and inboxes, until they choose those on the page of the settings. */
export const publishRequested = createEvent<ToPublish>()

export const PUBLICATIONS_KEY = ['publications'] as const

/** The address that others open. */
export const addressOf = ({ path }: Pick<Publication, 'path'>): string =>
  (globalThis.location?.origin ?? '') + toBrowserPath(path)

const publishFx = attach({
  source: $services,
  effect: async ({ api, queryClient }, input: ToPublish) => {
    const { data } = await api.publications.create({ ...input, withNotes: false, withInboxes: false })
    await queryClient.invalidateQueries({ queryKey: PUBLICATIONS_KEY })
    return data
  },
})
sample({ clock: publishRequested, target: publishFx })
sample({
  clock: publishFx.doneData,
  fn: ({ id }) => ({ path: `/settings/sharing#${id}` }),
  target: screenRequested,
})
sample({
  clock: publishFx.doneData,
  fn: ({ title }) => ({ key: 'app:sharing.published', values: { title } }),
  target: infoNotified,
})
notifyFailures(publishFx.failData, { key: 'errors:client.unreachable' })

export type PublicationChange = Pick<Publication, 'id'> &
  Partial<Pick<Publication, 'withNotes' | 'withInboxes'>>
export const publicationChanged = createEvent<PublicationChange>()
/** It gets another address. */
export const publicationRenewed = createEvent<string>()
export const publicationDeleted = createEvent<string>()

const changeFx = attach({
  source: $services,
  effect: async (
    { api, queryClient },
    change: { update: PublicationChange } | { renew: string } | { remove: string },
  ) => {
    if ('update' in change) await api.publications.update(change.update)
    else if ('renew' in change) await api.publications.renew({ id: change.renew })
    else await api.publications.delete({ id: change.remove })
    await queryClient.invalidateQueries({ queryKey: PUBLICATIONS_KEY })
  },
})
export const $publicationsBusy = changeFx.pending
sample({ clock: publicationChanged, fn: (update) => ({ update }), target: changeFx })
sample({ clock: publicationRenewed, fn: (renew) => ({ renew }), target: changeFx })
sample({ clock: publicationDeleted, fn: (remove) => ({ remove }), target: changeFx })
notifyFailures(changeFx.failData, { key: 'errors:client.unreachable' })
