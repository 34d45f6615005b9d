/** Stores an entry of an inbox after evaluating its owner's rules. */
import { Refusal } from '../http/refusal.ts'
import type { Log } from '../log.ts'
import type { Parsing } from '../parsing/parsing.ts'
import { selectFeeds } from '../storage/feeds/feed-schedule.ts'
import type { AccountRoom } from '../storage/accounts/account-room.ts'
import { storeMail, type ReceivedMail } from '../storage/lists/inboxes.ts'
import type { Storage } from '../storage/open.ts'
import type { InboxRow } from '../storage/schema.ts'
import type { StoredSecrets } from '../storage/engine/stored-secrets.ts'
import { evaluateRules } from './evaluate-rules.ts'
import type { RulePlugins } from './rule-plugins.ts'
import { storeRuleResults } from './store-rule-results.ts'

type InboxServices = {
  readonly storage: Storage
  readonly log: Log
  readonly now: () => number
  readonly newId: () => string
  readonly parsing: Pick<Parsing, 'inTurnOf'>
  readonly rulePlugins: RulePlugins
  readonly room: AccountRoom
  readonly secrets: StoredSecrets
}

/** @returns whether it is new @throws Refusal accountFull */
export async function putIntoInbox(
  { storage, log, now, newId, parsing, rulePlugins, room, secrets }: InboxServices,
  inbox: InboxRow,
  arrival: ReceivedMail,
): Promise<boolean> {
  const { feedId } = inbox
  if (!(await room.take(inbox.userId, JSON.stringify(arrival.draft).length))) throw new Refusal('accountFull')
  const feed = await selectFeeds(storage.db).where('id', '=', feedId).executeTakeFirst()
  const verdicts = feed
    ? await evaluateRules({ storage, log, now, parsing, rulePlugins, secrets }, feed, [arrival.draft])
    : []
  const at = now()
  return storeMail(storage, inbox, arrival, {
    now: at,
    newId,
    also: (db) => storeRuleResults(db, verdicts, { storage, feedId, now: at, newId, secrets }),
  })
}
