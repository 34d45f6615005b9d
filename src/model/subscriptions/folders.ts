/** Which folders are unfolded, per view (spec 4). */
import { createEvent, createStore, sample } from 'effector'
import { $location } from '../location/index.ts'
import { persist } from '../persist.ts'

export const folderToggled = createEvent<string>()
const openFolderToggled = sample({
  clock: folderToggled,
  source: $location,
  fn: ({ view }, name) => `${view}/${name}`,
})
/** `view/name` of the open ones. */
export const $openFolders = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' }).on(
  openFolderToggled,
  (open, key) => {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    return next
  },
)

persist($openFolders, {
  key: 'follow:open-folders',
  parse,
  changed: openFolderToggled,
  ofUser: true,
  serialize: (open) => [...open],
})

function parse(text: string | null): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return new Set(Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [])
  } catch {
    return new Set()
  }
}
