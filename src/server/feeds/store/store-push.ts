/** Stores what a hub pushed: entries only. The feed's validators and times belong to fetches and are unchanged. */
import { evaluateRules } from '../../actions/evaluate-rules.ts'
import { storeRuleResults } from '../../actions/store-rule-results.ts'
import type { RulePlugins } from '../../actions/rule-plugins.ts'
import type { Log } from '../../log.ts'
import type { Parsing } from '../../parsing/parsing.ts'
import type { Storage } from '../../storage/open.ts'
import type { FeedFetchRow, FeedRow } from '../../storage/schema.ts'
import type { StoredSecrets } from '../../storage/engine/stored-secrets.ts'
import { finish } from './finish.ts'
import type { Read } from '../read-document.ts'
import { storeEntries } from './store-entries.ts'

type Position = {
  readonly storage: Storage
  readonly log: Log
  readonly now: () => number
  readonly newId: () => string
  readonly parsing: Pick<Parsing, 'inTurnOf'>
  readonly rulePlugins: RulePlugins
  readonly secrets: StoredSecrets
}
type Pushed = { readonly read: Read; readonly bytes: number; readonly began: number }

/** @returns the row of the feed's history */
export async function storePush(
  position: Position,
  feed: FeedRow,
  { read, bytes, began }: Pushed,
): Promise<FeedFetchRow> {
  const { storage, now, newId, secrets } = position
  const verdicts = await evaluateRules(position, feed, read.entries)
  return storage.db.transaction().execute(async (db) => {
    const at = now()
    const to = { feedId: feed.id, kind: storage.kind, now: at, newId }
    const { added, changed } = await storeEntries(db, read.entries, to)
    await storeRuleResults(db, verdicts, { storage, feedId: feed.id, now: at, newId, secrets })
    const fetch: FeedFetchRow = {
      feedId: feed.id,
      at,
      status: null,
      outcome: added + changed > 0 ? 'stored' : 'unchanged',
      message: 'The site told of its news by itself (WebSub)',
      newEntries: added,
      bytes,
      milliseconds: Math.max(0, at - began),
    }
    await finish({ db, kind: storage.kind }, [
      { feedId: feed.id, state: added + changed > 0 ? { updatedAt: at } : {}, fetch },
    ])
    return fetch
  })
}
