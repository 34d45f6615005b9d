/** The entry that stays in the second half of the pane. */
import { attach, createEvent, sample } from 'effector'
import { contentsRequested, entrySummariesLoaded } from '../../model/entries/index.ts'
import { $services } from '../../model/services.ts'
import { $split } from '../../model/reading/index.ts'
import { createSideEntry } from './create-side-entry.ts'

const $pinnedId = $split.map((split) => (split.beside === 'entry' ? split.entryId : null))

/** The second half is rendered. This module may load after the entry was pinned. */
export const besideShown = createEvent()

export const $pinnedEntry = createSideEntry({ $id: $pinnedId, requested: besideShown })

const loadSummaryFx = attach({
  source: $services,
  effect: ({ local }, id: string) => local.call('entries.heads', [id]),
})
const pinned = sample({
  clock: [$pinnedId, besideShown],
  source: $pinnedId,
  filter: (id): id is string => id !== null,
})
sample({ clock: pinned, target: loadSummaryFx })
sample({ clock: loadSummaryFx.doneData, target: entrySummariesLoaded })
sample({ clock: pinned, fn: (id) => [id], target: contentsRequested })
