import { sql } from 'kysely'
import type { PluginMigration } from '../../../src/plugin-api/server.ts'

/** Instances, who uses and has paid for them, and answers of their service. The server's own steps made them before plugins had tables, so a database may have them. */
const STATEMENTS = [
  `create table if not exists "rsshubInstances" ("id" text primary key, "ownerUserId" text not null references "user" ("id") on delete cascade, "baseUrl" text not null unique, "accessKey" text, "description" text, "price" integer not null, "userLimit" integer, "errorMessage" text, "errorAt" bigint, "checkedAt" bigint not null, "createdAt" bigint not null)`,
  `create table if not exists "rsshubUses" ("userId" text primary key references "user" ("id") on delete cascade, "id" text not null, "instanceId" text not null references "rsshubInstances" ("id") on delete cascade, "at" bigint not null)`,
  `create index if not exists "rsshubUsesInstance" on "rsshubUses" ("instanceId")`,
  `create table if not exists "rsshubPurchases" ("userId" text not null references "user" ("id") on delete cascade, "instanceId" text not null references "rsshubInstances" ("id") on delete cascade, "hash" text, "expiresAt" bigint not null, constraint "rsshubPurchasesKey" primary key ("userId", "instanceId"))`,
  `create table if not exists "rsshubAnswers" ("url" text primary key, "body" text not null, "at" bigint not null)`,
]

export const up: PluginMigration['up'] = async (db) => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
