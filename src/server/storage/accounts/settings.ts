/** A user's settings by tab; each tab is one JSON object. */
import type { Storage } from '../open.ts'

export type StoredTab = {
  readonly tab: string
  readonly values: Record<string, unknown>
  readonly updatedAt: number
}

export async function settingsOf({ db }: Storage, userId: string): Promise<StoredTab[]> {
  const rows = await db
    .selectFrom('settings')
    .select(['tab', 'payload', 'updatedAt'])
    .where('userId', '=', userId)
    .orderBy('tab')
    .execute()
  return rows.map(({ tab, payload, updatedAt }) => ({ tab, values: JSON.parse(payload), updatedAt }))
}

/** A user's general settings that differ from the defaults (contract/setting-defaults). */
export async function generalSettingsOf(
  { db }: Storage,
  userId: string,
): Promise<Readonly<Record<string, unknown>>> {
  const row = await db
    .selectFrom('settings')
    .select('payload')
    .where('userId', '=', userId)
    .where('tab', '=', 'general')
    .executeTakeFirst()
  return row ? JSON.parse(row.payload) : {}
}

/**
 * Changes one tab in one transaction: two devices that write at once must not drop each other's keys.
 * @param change from the current values to the new ones; an error leaves the tab unchanged
 */
export async function changeTab(
  { db, kind }: Storage,
  { userId, tab, at }: { userId: string; tab: string; at: number },
  change: (values: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  await db.transaction().execute(async (on) => {
    // The row has to exist before it can be locked.
    const first = { userId, tab, payload: '{}', updatedAt: at }
    await on
      .insertInto('settings')
      .values(first)
      .onConflict((row) => row.columns(['userId', 'tab']).doNothing())
      .execute()
    const row = on
      .selectFrom('settings')
      .select('payload')
      .where('userId', '=', userId)
      .where('tab', '=', tab)
    const { payload } = await (kind === 'postgres' ? row.forUpdate() : row).executeTakeFirstOrThrow()
    await on
      .updateTable('settings')
      .set({ payload: JSON.stringify(change(JSON.parse(payload))), updatedAt: at })
      .where('userId', '=', userId)
      .where('tab', '=', tab)
      .execute()
  })
}
