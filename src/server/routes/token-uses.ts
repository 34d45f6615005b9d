import { paths, tokenScopeOf, type CallName } from '../../contract/paths.ts'
import type { TokenUse } from '../../contract/token-uses.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { announceChange } from '../live/broadcast-rules.ts'
import type { TokenUseRow } from '../storage/schema.ts'
import { returnTokenUse, takeTokenUse, tokenUsesOf } from '../storage/accounts/token-uses.ts'
import type { UndoCall } from '../token-uses/undo.ts'
import { actionsRoutes } from './actions.ts'
import { collectionsRoutes } from './collections.ts'
import { readsRoutes } from './reads.ts'
import { subscriptionsRoutes } from './subscriptions.ts'
import { iso } from './wire-feed.ts'

const SHOWN = 50
const reading = (Object.keys(paths) as CallName[]).filter((name) => tokenScopeOf(name) === 'read')
/** The handlers of the calls that undo changes. */
const handlers: Routes = { ...readsRoutes, ...collectionsRoutes, ...subscriptionsRoutes, ...actionsRoutes }

/** The log of apps, and undo. */
export const tokenUsesRoutes = {
  'tokenUses.list': async ({ user, storage }, { changes = false, limit = SHOWN }) => ({
    data: (await tokenUsesOf(storage, user.id, { limit, without: changes ? reading : [] })).map(toWire),
  }),

  'tokenUses.undo': async (context, { id }) => {
    const { user, storage, now, secrets } = context
    const row = await takeTokenUse(storage, { userId: user.id, id, now: now() })
    const undo = row?.undo == null ? null : secrets.open(row.undo)
    if (undo === null) throw new Refusal('notFound', 'This cannot be undone, or is undone already.')
    try {
      for (const call of JSON.parse(undo) as UndoCall[]) await carryOut(context, call)
    } catch (error) {
      await returnTokenUse(storage, id)
      throw error
    }
  },
} satisfies Routes

/** As the dispatcher does; the requesting device is notified, too. */
async function carryOut(context: RequestContext, [name, input]: UndoCall): Promise<void> {
  const handler = handlers[name] as
    | ((context: RequestContext, input: unknown) => Promise<unknown>)
    | undefined
  if (!handler) throw new Error(`${name} undoes nothing`)
  const answer = await handler(context, input)
  await announceChange(context, context.user.id, { call: name, input, answer, from: null })
}

const toWire = ({ id, tokenName, entrance, call, count, undo, undoneAt, at }: TokenUseRow): TokenUse => ({
  id,
  token: tokenName,
  entrance,
  call,
  count,
  undo: undo === null ? 'never' : undoneAt === null ? 'possible' : 'done',
  at: iso(at),
})
