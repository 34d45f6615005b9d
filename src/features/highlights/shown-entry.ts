/** The entry beside the list of highlights. */
import { createEvent, createStore, sample } from 'effector'
import { contentsRequested, rowsRequested } from '../../model/entries/index.ts'
import { createSideEntry } from '../entry/index.ts'

/** null: none. */
export const entryShown = createEvent<string | null>()
const $id = createStore<string | null>(null, { serialize: 'ignore' }).on(entryShown, (_, id) => id)
export const $shownEntry = createSideEntry({ $id, requested: entryShown })

const wanted = entryShown.filterMap((id) => (id === null ? undefined : [id]))
sample({ clock: wanted, target: [rowsRequested, contentsRequested] })
