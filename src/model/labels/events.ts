import { createEvent, sample } from 'effector'
import type { LabelColor } from '../../contract/label-names.ts'
import { createLabel, deleteLabel, putLabel, recolorLabel, renameLabel, type PutArgs } from './changes.ts'

/** Adds a label to entries, or removes it. Creates the label if it does not exist. */
export const labelPut = createEvent<PutArgs>()
export const labelCreated = createEvent<{ readonly name: string; readonly color: LabelColor | null }>()
/** The labels within it move along. */
export const labelRenamed = createEvent<{ readonly name: string; readonly to: string }>()
export const labelRecolored = createEvent<{ readonly name: string; readonly color: LabelColor | null }>()
/** The labels within it are deleted too. */
export const labelDeleted = createEvent<{ readonly name: string }>()

sample({ clock: labelPut, fn: (args) => ({ args }), target: putLabel.requested })
sample({ clock: labelCreated, fn: (args) => ({ args }), target: createLabel.requested })
sample({ clock: labelRenamed, fn: (args) => ({ args }), target: renameLabel.requested })
sample({ clock: labelRecolored, fn: (args) => ({ args }), target: recolorLabel.requested })
sample({ clock: labelDeleted, fn: (args) => ({ args }), target: deleteLabel.requested })
