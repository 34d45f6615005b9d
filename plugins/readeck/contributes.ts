import type { Contributes } from '../../src/plugin-api/contributes.ts'

export const bookmarks = { id: 'bookmarks', title: 'bookmarks' }

export default { saves: [{}], searchSource: [bookmarks] } satisfies Contributes
