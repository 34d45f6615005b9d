/** How long entries take to read. */
import type { Db } from '../schema.ts'
import { sql } from 'kysely'

type ReadingTime = { readonly entryId: string; readonly seconds: number }

/** The longer one stays: the text may be stored without its content, and the server may not have counted yet. */
export async function putReadingTimes(db: Db, times: readonly ReadingTime[]): Promise<void> {
  if (times.length === 0) return
  await db
    .insertInto('readingTimes')
    .values([...times])
    .onConflict((on) =>
      on
        .column('entryId')
        .doUpdateSet({ seconds: sql<number>`"excluded"."seconds"` })
        .where(sql<boolean>`"excluded"."seconds" > "readingTimes"."seconds"`),
    )
    .execute()
}
