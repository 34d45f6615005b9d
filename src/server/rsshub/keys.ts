/** Access keys of instances, sealed: a copy of the database alone opens nobody's RSSHub. */
import { createSeal } from '../plugins/sealed.ts'
import type { Storage } from '../storage/open.ts'

const MARK = 'sealed:'

/** Seals keys before they are stored, and opens them when an instance is asked. */
export type InstanceKeys = {
  readonly close: (key: string | null) => string | null
  /** Of a key that another secret sealed, null: its instance is asked without one and says so. */
  readonly open: (kept: string | null) => string | null
}

/** @param secret the server's own, from the data folder */
export function createInstanceKeys(secret: string): InstanceKeys {
  const seal = createSeal(secret, 'keys of RSSHub instances')
  return {
    close: (key) => (key === null ? null : MARK + seal.close(key)),
    open: (kept) => {
      if (kept === null || !kept.startsWith(MARK)) return kept
      try {
        return seal.open(kept.slice(MARK.length))
      } catch {
        return null
      }
    },
  }
}

/** Seals what was stored in the open before there were seals. Done at each start, and by then mostly nothing. */
export async function sealOpenKeys({ db }: Storage, keys: InstanceKeys): Promise<void> {
  const rows = await db
    .selectFrom('rsshubInstances')
    .select(['id', 'accessKey'])
    .where('accessKey', 'is not', null)
    .where('accessKey', 'not like', `${MARK}%`)
    .execute()
  for (const { id, accessKey } of rows)
    await db
      .updateTable('rsshubInstances')
      .set({ accessKey: keys.close(accessKey) })
      .where('id', '=', id)
      // Another process may have sealed it meanwhile, or its owner changed it.
      .where('accessKey', '=', accessKey)
      .execute()
}
