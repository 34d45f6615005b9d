import type { Preset } from './preset.ts'

/** The defaults. */
export const lectern: Preset = { id: 'lectern', rules: [] }
