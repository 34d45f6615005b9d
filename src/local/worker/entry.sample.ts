import type { ReceivedEntry } from '../calls.ts'

/** An entry for tests, with plain defaults. */
export const entry = (content: Partial<ReceivedEntry> & { readonly id: string }): ReceivedEntry => ({
  feedId: 'f1',
  guid: content.id,
  title: `Title of ${content.id}`,
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
  ...content,
})
