/** Which folders are unfolded, per view (spec 4). */
import { createEvent, createStore, sample } from 'effector'
import { $location } from '../location/index.ts'
import { persist } from '../persist.ts'

export const folderToggled = createEvent<string>()
const folderTurned = sample({
  clock: folderToggled,
  source: $location,
  fn: ({ view }, name) => `${view}/${name}`,
})
/** `view/name` of the open ones. */
export const $openFolders = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' }).on(
  folderTurned,
  (open, key) => {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    return next
  },
)

persist($openFolders, {
  key: 'follow:open-folders',
  parse,
  changed: folderTurned,
  ofUser: true,
  serialize: (open) => [...open],
})

function parse(text: string | null): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [])
  } catch {
    return new Set()
  }
}
