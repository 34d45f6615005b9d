import { sql, type Kysely } from 'kysely'

/**
 * SQLite finds the texts that contain three characters in a row by an index. The texts get a number that is stable, which a
 * rowid alone is not, so all are read in anew. PostgreSQL has no such index without an extension and reads the texts; there
 * the number only keeps the tables alike.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  for (const statement of kind === 'sqlite' ? SQLITE : POSTGRES) await sql.raw(statement).execute(db)
}

/** The spaces behind let each character of a text begin a run of three. */
const indexed = (row: 'new' | 'old'): string => `${row}.number, ${row}.title || '  ', ${row}.body || '  '`
const ADD = `insert into "entryTextsIndex" (rowid, title, body) values (${indexed('new')});`
const REMOVE = `insert into "entryTextsIndex" ("entryTextsIndex", rowid, title, body)
  values ('delete', ${indexed('old')});`

const SQLITE = [
  `drop table "entryTexts"`,
  `create table "entryTexts" (number integer primary key, "entryId" text not null unique, title text not null,
    author text not null, body text not null)`,
  `create virtual table "entryTextsIndex" using fts5(title, body, content = '', detail = none,
    tokenize = 'trigram case_sensitive 1')`,
  `create virtual table "entryTextsTerms" using fts5vocab("entryTextsIndex", 'row')`,
  `create trigger "entryTextIndexed" after insert on "entryTexts" begin ${ADD} end`,
  `create trigger "entryTextReindexed" after update on "entryTexts" begin ${REMOVE} ${ADD} end`,
  `create trigger "entryTextUnindexed" after delete on "entryTexts" begin ${REMOVE} end`,
  `insert into "entryTextsPending" select id from entries where true on conflict ("entryId") do nothing`,
]

const POSTGRES = [`alter table "entryTexts" add column number bigint generated always as identity`]
