import { sql } from 'kysely'
import type { PluginMigration } from '../../../src/plugin-api/server.ts'

/** Texts of entries that the model has written, and daily reports. The server's own steps made them before plugins had tables, so a database may have them. */
const STATEMENTS = [
  `create table if not exists "aiTexts" ("key" text primary key, "entryId" text not null references "entries" ("id") on delete cascade, "text" text not null, "madeAt" bigint not null)`,
  `create index if not exists "aiTextsEntry" on "aiTexts" ("entryId")`,
  `create table if not exists "aiReports" ("userId" text not null references "user" ("id") on delete cascade, "view" integer not null, "startsAt" bigint not null, "text" text not null, "madeAt" bigint not null, "askedAt" bigint, constraint "aiReportsKey" primary key ("userId", "view", "startsAt"))`,
  `create index if not exists "aiReportsAsked" on "aiReports" ("askedAt")`,
]

export const up: PluginMigration['up'] = async (db) => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
