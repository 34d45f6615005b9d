/** Summaries and translations of entries, by language (spec 3). */
import { sql } from 'kysely'
import type { EntryText } from '../../calls.ts'
import type { Handlers } from '../handlers.ts'
import type { Db } from '../schema.ts'
import { listed } from './listed.ts'

/** Older translations are deleted (spec 9). */
const TRANSLATIONS_MS = 7 * 24 * 3600 * 1000

type Calls = 'summaries.get' | 'summaries.put' | 'translations.get' | 'translations.put'

export const entryRenderings: Handlers<Calls> = {
  'summaries.get': async (db, { ids, language }) => {
    const rows = await db
      .selectFrom('summaries')
      .select(['entryId', 'summary', 'readabilitySummary'])
      .where('entryId', 'in', sql<string>`${listed(ids)}`)
      .where('language', '=', language)
      .execute()
    return rows.map(({ entryId, summary, readabilitySummary }) => ({
      entryId,
      // The table requires a summary of the content, which may not exist yet.
      ...textsOf({ content: summary || null, readabilityContent: readabilitySummary }),
    }))
  },
  'summaries.put': async (db, { entryId, language, content, readabilityContent }) => {
    const texts = {
      ...(content === undefined ? {} : { summary: content }),
      ...(readabilityContent === undefined ? {} : { readabilitySummary: readabilityContent }),
      createdAt: Date.now(),
    }
    await db
      .insertInto('summaries')
      .values({ entryId, language, summary: '', ...texts })
      .onConflict((on) => on.columns(['entryId', 'language']).doUpdateSet(texts))
      .execute()
  },
  'translations.get': async (db, { ids, language }) => {
    const rows = await db
      .selectFrom('translations')
      .select(['entryId', 'title', 'description', 'content', 'readabilityContent'])
      .where('entryId', 'in', sql<string>`${listed(ids)}`)
      .where('language', '=', language)
      .execute()
    return rows.map(({ entryId, ...texts }) => ({ entryId, ...textsOf(texts) }))
  },
  'translations.put': async (db, rows) => {
    for (const { entryId, language, ...received } of rows) {
      const texts = { ...received, createdAt: Date.now() }
      await db
        .insertInto('translations')
        .values({ entryId, language, ...texts })
        .onConflict((on) => on.columns(['entryId', 'language']).doUpdateSet(texts))
        .execute()
    }
  },
}

/** The stored ones. */
const textsOf = (row: Readonly<Record<string, string | null>>): EntryText =>
  Object.fromEntries(Object.entries(row).filter(([, text]) => text !== null))

/** Another content has other summaries and translations. */
export async function removeRenderings(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from "summaries" where "entryId" in ${listed(ids)}`.execute(db)
  await sql`delete from "translations" where "entryId" in ${listed(ids)}`.execute(db)
}

/** @returns false: nothing is left to do */
export async function translationRetentionStep(db: Db): Promise<boolean> {
  await db
    .deleteFrom('translations')
    .where('createdAt', '<', Date.now() - TRANSLATIONS_MS)
    .execute()
  return false
}
