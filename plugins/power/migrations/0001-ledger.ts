import { sql } from 'kysely'
import type { PluginMigration } from '../../../src/plugin-api/server.ts'

/**
 * The POWER ledger, and what users earn and spend. Amounts are integers of 10^-18 POWER: as decimal text where they are only shown,
 * and as three numbers (whole, middle, low: 10^18, 10^9 and 1) where SQL adds them up, since neither engine's 64 bits hold one.
 * Users and feeds of a transaction are named without a reference: a ledger keeps what happened, also after they are deleted.
 * Times are ms since 1970. The server's own steps made these tables before plugins had any, so a database may have them.
 */
const STATEMENTS = [
  `create table if not exists "powerTransactions" ("position" bigint primary key, "hash" text not null unique, "previousHash" text not null unique, "key" text not null unique, "kind" text not null, "amount" text not null, "tax" text not null, "fromUserId" text, "toUserId" text, "toFeedId" text, "toListId" text, "toEntryId" text, "toRSSHubId" text, "comment" text, "createdAt" bigint not null)`,
  `create index if not exists "powerTransactions_fromUserId" on "powerTransactions" ("fromUserId", "position")`,
  `create index if not exists "powerTransactions_toUserId" on "powerTransactions" ("toUserId", "position")`,
  `create index if not exists "powerTransactions_toFeedId" on "powerTransactions" ("toFeedId", "position")`,
  `create table if not exists "powerPostings" ("position" bigint not null references "powerTransactions" ("position"), "account" text not null, "whole" bigint not null, "middle" integer not null, "low" integer not null, constraint "powerPostingsKey" primary key ("position", "account"))`,
  `create index if not exists "powerPostingsAccount" on "powerPostings" ("account", "whole", "middle", "low")`,
  `create table if not exists "wallets" ("userId" text primary key references "user" ("id") on delete cascade, "address" text not null unique, "addressIndex" integer not null, "createdAt" bigint not null)`,
  `create table if not exists "powerDays" ("day" text primary key, "startedAt" bigint not null, "doneAt" bigint, "headPosition" bigint, "headHash" text)`,
  `create table if not exists "powerStandings" ("day" text not null references "powerDays" ("day") on delete cascade, "userId" text not null references "user" ("id") on delete cascade, "rank" integer not null, "level" integer not null, "activityPoints" integer not null, "previousActivityPoints" integer, "reward" text not null, constraint "powerStandingsKey" primary key ("day", "userId"))`,
  `create table if not exists "powerAirdrops" ("userId" text primary key references "user" ("id") on delete cascade, "amount" text not null, "rank" integer, "detail" text, "verify" text, "sendingAt" bigint, "hash" text)`,
  `create table if not exists "boosts" ("hash" text primary key, "feedId" text not null references "feeds" ("id") on delete cascade, "userId" text not null references "user" ("id") on delete cascade, "months" integer not null, "createdAt" bigint not null, "expiresAt" bigint not null)`,
  `create index if not exists "boostsFeed" on "boosts" ("feedId", "expiresAt")`,
  `create index if not exists "boostsUser" on "boosts" ("userId")`,
  `create table if not exists "achievements" ("userId" text not null references "user" ("id") on delete cascade, "actionId" integer not null, "id" text not null unique, "type" text not null, "progress" integer not null, "doneAt" bigint, "hash" text, "payload" text, constraint "achievementsKey" primary key ("userId", "actionId"))`,
  `create index if not exists "achievementsType" on "achievements" ("type")`,
]

export const up: PluginMigration['up'] = async (db) => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
