/** Which folders are unfolded, per view (spec 4). */
import { createEvent, createStore, merge, sample } from 'effector'
import { $location, navigationRequested } from '../location/index.ts'
import { persist } from '../persist.ts'
import { folderRenamed } from './events.ts'

export const folderToggled = createEvent<string>()
const openFolderToggled = sample({
  clock: folderToggled,
  source: $location,
  fn: ({ view }, name) => `${view}/${name}`,
})
const openFolderRenamed = sample({
  clock: folderRenamed,
  source: $location,
  fn: ({ view }, { from, to }) => ({ from: `${view}/${from}`, to: `${view}/${to.trim()}` }),
})
/** `view/name` of the open ones. */
export const $openFolders = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' })
  .on(openFolderToggled, (open, key) => {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    return next
  })
  // The former name stays, for an undo.
  .on(openFolderRenamed, (open, { from, to }) => (open.has(from) ? new Set([...open, to]) : open))
// A folder that is shown stays shown.
sample({
  clock: folderRenamed,
  source: $location,
  filter: ({ source }, { from, to }) => source.kind === 'folder' && source.name === from && to.trim() !== '',
  fn: ({ entryId }, { to }) => ({ source: { kind: 'folder' as const, name: to.trim() }, entryId }),
  target: navigationRequested,
})

persist($openFolders, {
  key: 'follow:open-folders',
  parse,
  changed: merge([openFolderToggled, openFolderRenamed]),
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
