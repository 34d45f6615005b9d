/** An entry as its rows. */
import type { EntryRow } from '../../storage/schema.ts'
import type { ParsedEntry } from '../parsed-feed.ts'
import { fingerprint, isFormerOf } from './fingerprint.ts'

/** The columns that a feed may change later. Time of publication is not among them: an edit does not make an entry new. */
export type EntryFields = Omit<
  EntryRow,
  'id' | 'feedId' | 'guid' | 'publishedAt' | 'insertedAt' | 'updatedAt'
>
type Words = Omit<EntryFields, 'hash'>

export function fieldsOf(draft: ParsedEntry): EntryFields {
  const words: Words = {
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
  return { ...words, hash: fingerprint(textsOf(words, draft.content)) }
}

/** Whether a stored entry says what its feed says now. @param stored its hash */
export function saysTheSame(stored: string, fields: EntryFields, content: string | null): boolean {
  return stored === fields.hash || isFormerOf(stored, textsOf(fields, content))
}

const textsOf = (words: Words, content: string | null): (string | null)[] => [
  words.title,
  words.url,
  words.description,
  words.author,
  words.authorUrl,
  words.authorAvatar,
  words.language,
  words.categories,
  words.media,
  words.attachments,
  words.extra,
  content,
]

const listOf = (list: readonly unknown[]): string | null => (list.length > 0 ? JSON.stringify(list) : null)
