/** Which folders are unfolded, per view (spec 4). */
import { attach, createEvent, createStore, sample } from 'effector'
import { appStarted } from '../app/events.ts'
import { $place } from '../place/index.ts'
import { $services } from '../services.ts'

const KEY = 'follow:open-folders'

export const folderToggled = createEvent<string>()
const folderTurned = sample({
  clock: folderToggled,
  source: $place,
  fn: ({ view }, name) => `${view}/${name}`,
})
const foldersRead = createEvent<readonly string[]>()
/** `view/name` of the open ones. */
export const $openFolders = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' })
  .on(foldersRead, (_, open) => new Set(open))
  .on(folderTurned, (open, key) => {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    return next
  })

const readFx = attach({
  source: $services,
  effect: ({ storage }) => parse(storage.getItem(KEY)),
})
const keepFx = attach({
  source: $services,
  effect: ({ storage }, open: ReadonlySet<string>) => storage.setItem(KEY, JSON.stringify([...open])),
})
sample({ clock: appStarted, target: readFx })
sample({ clock: readFx.doneData, target: foldersRead })
sample({ clock: folderTurned, source: $openFolders, target: keepFx })

function parse(text: string | null): string[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
