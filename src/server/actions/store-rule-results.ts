/** Stores rule results inside the transaction that stores the new entries. */
import type { Transaction } from 'kysely'
import { idsByGuid } from '../storage/actions/actions.ts'
import type { Storage } from '../storage/open.ts'
import type { Schema } from '../storage/schema.ts'
import type { StoredSecrets } from '../storage/engine/stored-secrets.ts'
import { storeActs } from './act.ts'
import type { RuleResult } from './evaluate-rules.ts'

type StoreOptions = {
  readonly storage: Storage
  readonly feedId: string
  readonly now: number
  readonly newId: () => string
  readonly secrets: Pick<StoredSecrets, 'close'>
}

/** Entries that were not stored get no result. */
export async function storeRuleResults(
  db: Transaction<Schema>,
  verdicts: readonly RuleResult[],
  { storage: { kind, close }, feedId, now, newId, secrets }: StoreOptions,
): Promise<void> {
  if (verdicts.length === 0) return
  const guids = [...new Set(verdicts.map(({ guid }) => guid))]
  const ids = await idsByGuid({ db, kind, close }, feedId, guids, now)
  const list = verdicts.flatMap(({ guid, userId, view, acts }) => {
    const entryId = ids.get(guid)
    return entryId ? [{ userId, entryId, view, cause: 'arrival' as const, run: null, acts }] : []
  })
  await storeActs(db, list, { kind, now, newId, secrets })
}
