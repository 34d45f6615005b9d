/** An entry as its rows. */
import { hash as hashOf } from 'node:crypto'
import type { EntryRow } from '../../storage/schema.ts'
import type { EntryDraft } from '../draft.ts'

/** The columns that a feed may change later. Time of publication is not among them: an edit does not make an entry new. */
export type EntryFields = Omit<
  EntryRow,
  'id' | 'feedId' | 'guid' | 'publishedAt' | 'insertedAt' | 'updatedAt'
>

export function fieldsOf(draft: EntryDraft): EntryFields {
  const fields = {
    title: draft.title,
    url: draft.url,
    description: draft.description,
    author: draft.author,
    authorUrl: draft.authorUrl,
    authorAvatar: draft.authorAvatar,
    language: draft.language,
    categories: listOf(draft.categories),
    media: listOf(draft.media),
    attachments: listOf(draft.attachments),
    extra: draft.extra ? JSON.stringify(draft.extra) : null,
  }
  const hash = hashOf('sha256', JSON.stringify([Object.values(fields), draft.content]), 'base64url')
  return { ...fields, hash: hash.slice(0, 32) }
}

const listOf = (list: readonly unknown[]): string | null => (list.length > 0 ? JSON.stringify(list) : null)
