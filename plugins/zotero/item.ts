/** An entry as an item of Zotero. */
import type { Caller } from '../../src/plugin-api/server.ts'

/** An entry with its feed, as the host returns it. */
type Saved = Awaited<ReturnType<Caller['entry']>>

/** A `webpage` item of Zotero's Web API, version 3. @param url the entry's address */
export function itemOf({ entry, feed, labels }: Saved, url: string) {
  return {
    itemType: 'webpage',
    title: entry.title ?? '',
    // One field: feeds do not tell first names from last names.
    creators: entry.author ? [{ creatorType: 'author', name: entry.author }] : [],
    abstractNote: entry.description ?? '',
    websiteTitle: feed.title ?? '',
    websiteType: '',
    date: entry.publishedAt,
    shortTitle: '',
    url,
    // Without milliseconds, as Zotero expects it.
    accessDate: new Date(entry.insertedAt).toISOString().replace(/\.\d+Z$/, 'Z'),
    language: entry.language ?? '',
    rights: '',
    extra: '',
    tags: labels.map((tag) => ({ tag })),
    collections: [],
    relations: {},
  }
}
