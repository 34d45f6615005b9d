/** A tip for an entry goes to the feed's owner, or is reserved for the feed until it is claimed. */
import type { WireRequest } from '../../../src/plugin-api/server.ts'
import type { Receipt } from './ledger/charge.ts'
import { pay } from './ledger/pay.ts'
import { refused } from './ledger/refused.ts'
import type { Services } from './services.ts'

type Tip = { readonly entryId: string; readonly amount: bigint; readonly key: string }

/** @throws refusals entryNotFound, targetWalletError for the user's own feed or an owner without a wallet */
export async function tip(
  { ledger }: Services,
  request: WireRequest,
  { entryId, amount, key }: Tip,
  code: string | undefined,
): Promise<Receipt> {
  const { user } = request
  const feed = await request.feedOf(entryId)
  if (!feed || feed.isInbox) throw refused('entryNotFound')
  const owner = feed.ownerUserId
  if (owner === user.id) throw refused('targetWalletError', 'This feed is your own.')
  const transfer = {
    from: { user: user.id },
    to: owner === null ? { feed: feed.id } : { user: owner },
    amount,
    kind: 'tip',
    key,
    about: { feedId: feed.id, entryId },
  } as const
  return pay(ledger, request, transfer, { code }, async (db) => {
    const now = db.selectFrom('feeds').select('ownerUserId').where('id', '=', feed.id)
    // An owner who claimed the feed since has already received the reserved tips.
    if ((await now.executeTakeFirst())?.ownerUserId !== owner) throw refused('previousNotCompleted')
  })
}
