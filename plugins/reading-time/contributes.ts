import type { Contributes } from '../../src/plugin-api/contributes.ts'

export const column = { id: 'minutes', title: 'column', width: 4 } as const

export default { listColumn: [column] } satisfies Contributes
