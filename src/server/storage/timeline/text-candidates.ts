/** Entries that can contain a text, from SQLite's index of three characters in a row (migration 0027). */
import { sql } from 'kysely'
import type { QueryAst, QueryExpression } from '../../../contract/query/ast.ts'
import { foldText } from '../../../contract/query/fold-text.ts'
import type { Storage } from '../open.ts'

/** With more candidates than this, scanning entries by time finds a page sooner. */
const MOST = 2000
/** Runs of three characters that begin with a shorter text. */
const MOST_TERMS = 300

/**
 * Ids of the entries that can contain the rarest text that a query requires in title or content; for alternatives
 * those of each.
 * @returns null where the index does not help: too many entries, or no such text
 */
export async function textCandidates(storage: Storage, { where }: QueryAst): Promise<string[] | null> {
  return storage.kind === 'sqlite' ? candidatesOf(storage, where) : null
}

async function candidatesOf(storage: Storage, where: QueryExpression): Promise<string[] | null> {
  switch (where.kind) {
    case 'text': {
      if (where.field === 'author') return null
      const expression = await matchExpression(storage, foldText(where.text))
      return expression === null ? null : entriesMatching(storage, expression)
    }
    case 'and': {
      let fewest: string[] | null = null
      for (const term of where.terms) {
        const ids = await candidatesOf(storage, term)
        if (ids && (fewest === null || ids.length < fewest.length)) fewest = ids
      }
      return fewest
    }
    case 'or': {
      const all = new Set<string>()
      for (const term of where.terms) {
        const ids = await candidatesOf(storage, term)
        if (ids === null) return null
        for (const id of ids) all.add(id)
        if (all.size > MOST) return null
      }
      return [...all]
    }
    default:
      return null
  }
}

const quoted = (run: string): string => `"${run.replaceAll('"', '""')}"`

/** All runs of a long text; for a short one any run that begins with it. */
async function matchExpression({ db }: Storage, text: string): Promise<string | null> {
  const characters = [...text]
  if (characters.length === 0) return null
  if (characters.length >= 3)
    return characters
      .slice(2)
      .map((last, at) => quoted(`${characters[at] ?? ''}${characters[at + 1] ?? ''}${last}`))
      .join(' AND ')
  const { rows } = await sql<{ term: string }>`select term from "entryTextsTerms"
    where term >= ${text} and term < ${`${text}\u{10ffff}`} limit ${sql.lit(MOST_TERMS + 1)}`.execute(db)
  if (rows.length > MOST_TERMS) return null
  // A text that begins no run occurs nowhere.
  return rows.length === 0 ? '' : rows.map(({ term }) => quoted(term)).join(' OR ')
}

async function entriesMatching({ db }: Storage, expression: string): Promise<string[] | null> {
  if (expression === '') return []
  const { rows } = await sql<{ entryId: string }>`select t."entryId" from
    (select rowid as number from "entryTextsIndex" where "entryTextsIndex" match ${expression}
      limit ${sql.lit(MOST + 1)}) as i join "entryTexts" as t on t.number = i.number`.execute(db)
  return rows.length > MOST ? null : rows.map(({ entryId }) => entryId)
}
