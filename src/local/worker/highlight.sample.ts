import type { StoredHighlight } from '../calls.ts'

/** A highlight with the fields of a test and defaults. */
export const highlight = (more: Partial<StoredHighlight> & { id: string }): StoredHighlight => ({
  entryId: 'e1',
  quote: { exact: 'a quotation', prefix: 'before ', suffix: ' after' },
  position: null,
  color: 'yellow',
  note: null,
  createdAt: 1,
  entry: { title: 'A title', url: null, author: null, publishedAt: 1, feedId: 'f1', feedTitle: 'A feed' },
  ...more,
})
