/** Files of entries that are stored in this browser, by their own addresses. */
import { attach, createEvent, createStore, sample } from 'effector'
import { userDataCleared } from '../app/events.ts'
import { $services } from '../services.ts'
import { offlineFilesRemovalRequested } from './events.ts'

export const offlineFilesStarted = createEvent()
/** Requests the address under which the page shows a stored picture. */
export const offlinePictureRequested = createEvent<string>()
/** Files were stored. */
export const offlineFilesStored = createEvent()

type Files = {
  readonly pictures: ReadonlySet<string>
  /** With the addresses under which the page plays them. */
  readonly recordings: ReadonlyMap<string, string>
}
const none: Files = { pictures: new Set(), recordings: new Map() }

const readFx = attach({
  source: $services,
  effect: async ({ platform: { offlineFiles: files } }): Promise<Files> => {
    if (!files) return none
    const [pictures, recordings] = await Promise.all([files.stored('pictures'), files.stored('recordings')])
    const addresses = await Promise.all(
      recordings.map(async (url) => [url, await files.addressOf('recordings', url)] as const),
    )
    return {
      pictures: new Set(pictures),
      recordings: new Map(addresses.flatMap(([url, address]) => (address === null ? [] : [[url, address]]))),
    }
  },
})
export const $offlineFiles = createStore<Files>(none, { serialize: 'ignore' })
  .on(readFx.doneData, (_, files) => files)
  .reset(userDataCleared)
sample({ clock: [offlineFilesStarted, offlineFilesStored], target: readFx })

const removeFx = attach({
  source: $services,
  effect: async ({ platform }) => platform.offlineFiles?.clear(),
})
/** Removes the files on the user's request. */
export const removeOfflineFilesFx = attach({ effect: removeFx })

const pictureFx = attach({
  source: $services,
  effect: ({ platform }, url: string) => platform.offlineFiles?.addressOf('pictures', url) ?? null,
})
/** Addresses under which the page shows stored pictures; null for one that cannot be read. */
export const $offlinePictureAddresses = createStore<ReadonlyMap<string, string | null>>(new Map(), {
  serialize: 'ignore',
})
  .on(pictureFx.done, (known, { params, result }) => new Map(known).set(params, result))
  .reset([userDataCleared, removeFx.done])
sample({
  clock: offlinePictureRequested,
  source: $offlinePictureAddresses,
  filter: (known, url) => !known.has(url),
  fn: (_, url) => url,
  target: pictureFx,
})

sample({ clock: offlineFilesRemovalRequested, target: removeOfflineFilesFx })
sample({ clock: userDataCleared, target: removeFx })
sample({ clock: removeOfflineFilesFx.done, fn: () => {}, target: readFx })
