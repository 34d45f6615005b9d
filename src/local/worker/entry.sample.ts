import type { ReceivedEntry } from '../calls.ts'

/** An entry for tests: what is not said is plain. */
export const entry = (said: Partial<ReceivedEntry> & { readonly id: string }): ReceivedEntry => ({
  feedId: 'f1',
  guid: said.id,
  title: `Title of ${said.id}`,
  url: null,
  description: null,
  author: null,
  authorUrl: null,
  authorAvatar: null,
  language: null,
  categories: [],
  media: [],
  attachments: [],
  extra: null,
  settings: null,
  sources: ['feed'],
  publishedAt: 1000,
  insertedAt: 1000,
  read: false,
  starredAt: null,
  ...said,
})
