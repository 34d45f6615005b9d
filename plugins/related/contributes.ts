import type { Contributes } from '../../src/plugin-api/contributes.ts'

export const section = { place: 'below', title: 'section' } as const

export default { entryPanel: [section] } satisfies Contributes
