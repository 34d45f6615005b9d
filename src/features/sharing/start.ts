/** Lists and entries show what other members have starred and noted, while there is any. */
import { attach, createStore, sample, scopeBind } from 'effector'
import type { EntryHead } from '../../model/rows.ts'
import { $sharedMarkOf, memberNames, sharedFoldersNeeded } from '../../model/sharing/shared-folders.ts'
import type { Feature, ListCell } from '../feature.ts'
import { featuresRegistered, featuresUnregistered, listColumnsChanged } from '../registry.ts'

export const started = sharedFoldersNeeded

const COLUMN = 'app/starred-by-members'
const cellsFx = attach({
  source: $sharedMarkOf,
  effect: (marks, entries: readonly EntryHead[]) =>
    entries.map(({ id }): ListCell | null => {
      const stars = memberNames(marks.get(id)?.stars ?? [])
      const notes = marks.get(id)?.notes.length ?? 0
      if (stars.length === 0 && notes === 0) return null
      const names = stars.join(', ')
      return {
        text:
          stars.length > 0
            ? { key: 'app:together.starred', values: { count: stars.length, name: stars[0] ?? '' } }
            : { key: 'app:together.noted', values: { count: notes } },
        hint:
          stars.length > 0
            ? { key: 'app:together.starredBy', values: { count: stars.length, names } }
            : { key: 'app:together.noted', values: { count: notes } },
        tone: 'quiet',
      }
    }),
})

const $parts = createStore<Feature | null>(null, { serialize: 'ignore' })
const registerFx = attach({
  source: $parts,
  effect: (parts, isWanted: boolean): Feature | null => {
    if (isWanted === (parts !== null)) return parts
    if (parts) {
      featuresUnregistered([parts])
      return null
    }
    const cellsOf = scopeBind(cellsFx)
    const added: Feature = {
      id: 'together',
      listColumns: [
        {
          id: COLUMN,
          plugin: 'app',
          titleKey: 'app:together.column',
          width: 7,
          cellsOf: (entries) => cellsOf(entries),
        },
      ],
      entryPanels: [
        {
          id: 'shared-marks',
          below: { titleKey: 'app:together.title' },
          load: async () => ({ default: (await import('./shared-marks-panel.tsx')).SharedMarksPanel }),
        },
      ],
    }
    featuresRegistered([added])
    return added
  },
})
$parts.on(registerFx.doneData, (_, parts) => parts)
sample({ clock: $sharedMarkOf, fn: (marks) => marks.size > 0, target: registerFx })
sample({ clock: registerFx.done, fn: () => ({ plugin: 'app' }), target: listColumnsChanged })
