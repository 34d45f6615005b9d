/** Sizes and colours of pictures, stored in follow.db (spec 3). */
import { attach, createEvent, createStore, sample } from 'effector'
import { deepEqual } from '../../core/index.ts'
import { userDataCleared } from '../app/events.ts'
import { $services } from '../services.ts'
import { bounded } from './bounded.ts'

/** Pictures in memory; follow.db has more. */
const REMEMBERED = 5000

export type PictureFacts = {
  /** px */
  readonly width: number
  readonly height: number
  /** CSS colours, the most frequent first; empty where the browser must not read the picture. */
  readonly colors: readonly string[]
}

/** Requests the stored facts of pictures; those without any are not requested again. */
export const pictureFactsRequested = createEvent<readonly string[]>()
/** A picture has loaded: its real size and colours. */
export const pictureLoaded = createEvent<{ readonly url: string; readonly facts: PictureFacts }>()

/** By address; null where nothing is stored. */
export const $pictureFacts = createStore<ReadonlyMap<string, PictureFacts | null>>(new Map(), {
  serialize: 'ignore',
})
const readFx = attach({
  source: $services,
  effect: ({ local }, urls: readonly string[]) => local.call('images.get', urls),
})
const storeFx = attach({
  source: $services,
  effect: ({ local }, { url, facts }: { url: string; facts: PictureFacts }) => {
    const { colors, ...size } = facts
    return local.call('images.put', [{ url, ...size, ...(colors.length > 0 && { colors }) }])
  },
})

sample({
  clock: pictureFactsRequested,
  source: $pictureFacts,
  fn: (known, urls) => [...new Set(urls)].filter((url) => !known.has(url)),
  target: readFx,
})
const changed = sample({
  clock: pictureLoaded,
  source: $pictureFacts,
  filter: (known, { url, facts }) => facts.width > 0 && !deepEqual(known.get(url), facts),
  fn: (_, loaded) => loaded,
})
sample({ clock: changed, target: storeFx })
$pictureFacts
  .on(readFx.done, (known, { params, result }) => {
    if (params.length === 0) return known
    const next = new Map(known)
    // Values of a picture that has loaded meanwhile are newer.
    for (const url of params) if (!next.get(url)) next.set(url, result[url] ?? null)
    return bounded(next, REMEMBERED)
  })
  // Unknown then: the list must not wait for it.
  .on(readFx.fail, (known, { params }) => {
    const next = new Map(known)
    for (const url of params) if (!next.has(url)) next.set(url, null)
    return bounded(next, REMEMBERED)
  })
  .on(changed, (known, { url, facts }) => bounded(new Map(known).set(url, facts), REMEMBERED))
  .reset(userDataCleared)
