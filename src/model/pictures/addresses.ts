/** Addresses of pictures on this server, signed by it. */
import { attach, createEvent, createStore, sample } from 'effector'
import { userDataCleared } from '../app/events.ts'
import { wentOnline } from '../network/index.ts'
import { $services } from '../services.ts'
import { bounded } from './bounded.ts'

/** Maximum number of addresses per call. */
const BATCH = 200
/** Addresses in memory; dropped ones are signed again when needed. */
const REMEMBERED = 5000

/** Requests signed addresses; known and pending ones are skipped. */
export const pictureAddressRequested = createEvent<string>()

/** By the picture's own address; null where the server does not serve it. */
export const $pictureAddresses = createStore<ReadonlyMap<string, string | null>>(new Map(), {
  serialize: 'ignore',
})
const signFx = attach({
  source: $services,
  effect: async ({ api }, urls: readonly string[]) => (await api.pictures.sign({ urls: [...urls] })).data,
})
const $waiting = createStore<readonly string[]>([], { serialize: 'ignore' })

const added = sample({
  clock: pictureAddressRequested,
  source: { known: $pictureAddresses, waiting: $waiting },
  filter: ({ known, waiting }, url) => !known.has(url) && !waiting.includes(url),
  fn: (_, url) => url,
})
$waiting
  .on(added, (waiting, url) => [...waiting, url])
  .on(signFx.done, (waiting, { params }) => waiting.filter((url) => !params.includes(url)))
  .reset(userDataCleared)
// One call at a time: addresses requested meanwhile are combined into the next one.
sample({
  clock: [added, signFx.done, wentOnline],
  source: { waiting: $waiting, pending: signFx.pending },
  filter: ({ waiting, pending }) => waiting.length > 0 && !pending,
  fn: ({ waiting }) => waiting.slice(0, BATCH),
  target: signFx,
})
$pictureAddresses
  .on(signFx.done, (known, { params, result }) => {
    const next = new Map(known)
    for (const url of params) next.set(url, result[url] ?? null)
    return bounded(next, REMEMBERED)
  })
  .reset(userDataCleared)
