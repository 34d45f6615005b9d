/** Maps a parsed entry to database columns. */
import { hash } from 'node:crypto'
import type { EntryRow } from '../../storage/schema.ts'
import type { ParsedEntry } from '../parsed-feed.ts'

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

/** Hash that detects whether an entry's content changed. */
const LENGTH = 24

type Texts = readonly (string | null)[]

/** Of an entry's texts in order; it depends on their boundaries. */
export function fingerprint(texts: Texts): string {
  let lengths = ''
  let all = ''
  for (const text of texts) {
    lengths += text === null ? '-,' : `${text.length},`
    if (text !== null) all += text
  }
  return hash('sha256', lengths + all, 'base64url').slice(0, LENGTH)
}

/** The format of earlier versions. Replaced, because serialising to JSON cost more than hashing. */
const former = (texts: Texts): string =>
  hash('sha256', JSON.stringify([texts.slice(0, -1), texts.at(-1)]), 'base64url').slice(0, 32)

/** Whether a stored fingerprint has the earlier format and matches these texts. */
const isFormerOf = (stored: string, texts: Texts): boolean =>
  stored.length !== LENGTH && stored === former(texts)
