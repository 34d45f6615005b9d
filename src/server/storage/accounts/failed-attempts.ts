/** Token buckets for failed attempts (migration 0021). */
import { sql } from 'kysely'
import type { Storage } from '../open.ts'

/** Holds `burst` failures, and drains one every `refillMs`. */
export type Bucket = { readonly key: string; readonly burst: number; readonly refillMs: number }

/**
 * Acquires one slot of a bucket, in a single statement: simultaneous attempts cannot share a slot. @returns false
 * when it is full
 */
export async function reserveAttempt({ db }: Storage, bucket: Bucket, now: number): Promise<boolean> {
  const { key, burst, refillMs } = bucket
  const updated = await db
    .insertInto('failedAttempts')
    .values({ key, fullUntil: now + refillMs })
    .onConflict((on) =>
      on
        .column('key')
        .doUpdateSet({
          fullUntil: sql<number>`case when "failedAttempts"."fullUntil" > ${now}
            then "failedAttempts"."fullUntil" + ${refillMs} else ${now + refillMs} end`,
        })
        .where('failedAttempts.fullUntil', '<=', now + (burst - 1) * refillMs),
    )
    .executeTakeFirst()
  return Number(updated.numInsertedOrUpdatedRows ?? 0) > 0
}

/** Releases a slot: the attempt did not fail. */
export async function releaseAttempt({ db }: Storage, { key, refillMs }: Bucket): Promise<void> {
  await db
    .updateTable('failedAttempts')
    .set({ fullUntil: sql<number>`"fullUntil" - ${refillMs}` })
    .where('key', '=', key)
    .execute()
}
