/** A tip for an entry goes to the feed's owner, or is reserved for the feed until it is claimed. */
import { Refusal } from '../http/refusal.ts'
import type { RequestContext } from '../http/routes.ts'
import { visibleEntries } from '../storage/entries/entries.ts'
import type { Receipt } from './charge.ts'
import { pay } from './pay.ts'

type Tip = { readonly entryId: string; readonly amount: bigint; readonly key: string }

/** @throws Refusal entryNotFound, targetWalletError for the user's own feed or an owner without a wallet */
export async function tip(
  request: RequestContext,
  { entryId, amount, key }: Tip,
  code: string | undefined,
): Promise<Receipt> {
  const [entry] = await visibleEntries(request.storage, request.user.id, [entryId])
  const feed = entry ? await tippable(request.storage.db, entry.feedId) : undefined
  if (!entry || !feed || feed.inboxUserId !== null) throw new Refusal('entryNotFound')
  const owner = feed.ownerUserId
  if (owner === request.user.id) throw new Refusal('targetWalletError', 'This feed is your own.')
  const transfer = {
    from: { user: request.user.id },
    to: owner === null ? { feed: feed.id } : { user: owner },
    amount,
    kind: 'tip',
    key,
    about: { feedId: feed.id, entryId },
  } as const
  return pay(request, transfer, { code }, async (db) => {
    // An owner who claimed the feed since has already received the reserved tips.
    if ((await tippable(db, feed.id))?.ownerUserId !== owner) throw new Refusal('previousNotCompleted')
  })
}

const tippable = (db: RequestContext['storage']['db'], feedId: string) =>
  db
    .selectFrom('feeds')
    .select(['id', 'ownerUserId', 'inboxUserId'])
    .where('id', '=', feedId)
    .executeTakeFirst()
