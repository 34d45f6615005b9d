/** Which entries a digest has now. */
import type { Kysely } from 'kysely'
import { MAX_FOUND, type Caller, type SelectedEntry } from '../../src/plugin-api/server.ts'
import {
  arrivedSince,
  lastIssue,
  withoutIssued,
  type DigestTables,
  type StoredDigest,
} from './stored-digests.ts'

export type NewEntries = {
  /** As many as the digest may have. */
  readonly entries: readonly SelectedEntry[]
  /** Ids of those that it has no room for. */
  readonly passed: readonly string[]
}

/** What the query selects and no issue has had. @throws PluginRefusal `plugin.badQuery` */
export async function newEntries(
  db: Kysely<DigestTables>,
  caller: Caller,
  digest: StoredDigest,
  now: number,
): Promise<NewEntries> {
  const found = await caller.entries(digest.query, {
    limit: MAX_FOUND,
    arrivedSince: arrivedSince(digest, now),
  })
  const ids = await withoutIssued(
    db,
    digest.id,
    found.map(({ entry }) => entry.id),
  )
  const included = new Set(ids.slice(0, digest.entries))
  return { entries: found.filter(({ entry }) => included.has(entry.id)), passed: ids.slice(digest.entries) }
}

/** The entries of the last issue that the user may still see. */
export async function lastEntries(
  db: Kysely<DigestTables>,
  caller: Caller,
  digest: StoredDigest,
): Promise<readonly SelectedEntry[]> {
  const ids = await lastIssue(db, digest)
  return ids.length === 0 ? [] : caller.entries('', { limit: ids.length, ids })
}
