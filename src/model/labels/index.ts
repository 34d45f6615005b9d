import './sync.ts'

export { labelCreated, labelDeleted, labelPut, labelRecolored, labelRenamed } from './events.ts'
export { labelsFoldToggled } from './folding.ts'
export { $labelCounts } from './counts.ts'
export { $labelColors, $labels, labelQuery, type UserLabel } from './tables.ts'
