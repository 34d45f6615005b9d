/** Maps a parsed entry to database columns. */
import type { EntryRow } from '../../storage/schema.ts'
import type { ParsedEntry } from '../parsed-feed.ts'
import { fingerprint, isFormerOf } from './fingerprint.ts'

/** Columns that a later fetch may change. The time of publication is not among them: an edit does not make an entry new. */
export type EntryFields = Omit<
  EntryRow,
  'id' | 'feedId' | 'guid' | 'publishedAt' | 'insertedAt' | 'updatedAt'
>
type HashedFields = Omit<EntryFields, 'hash'>

export function fieldsOf(entry: ParsedEntry): EntryFields {
  const fields: HashedFields = {
    title: entry.title,
    url: entry.url,
    description: entry.description,
    author: entry.author,
    authorUrl: entry.authorUrl,
    authorAvatar: entry.authorAvatar,
    language: entry.language,
    categories: listOf(entry.categories),
    media: listOf(entry.media),
    attachments: listOf(entry.attachments),
    extra: entry.extra ? JSON.stringify(entry.extra) : null,
  }
  return { ...fields, hash: fingerprint(textsOf(fields, entry.content)) }
}

/** Whether a stored entry is unchanged. @param stored the stored hash */
export function saysTheSame(stored: string, fields: EntryFields, content: string | null): boolean {
  return stored === fields.hash || isFormerOf(stored, textsOf(fields, content))
}

const textsOf = (fields: HashedFields, content: string | null): (string | null)[] => [
  fields.title,
  fields.url,
  fields.description,
  fields.author,
  fields.authorUrl,
  fields.authorAvatar,
  fields.language,
  fields.categories,
  fields.media,
  fields.attachments,
  fields.extra,
  content,
]

const listOf = (list: readonly unknown[]): string | null => (list.length > 0 ? JSON.stringify(list) : null)
