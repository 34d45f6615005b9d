import type { CallName } from '../../contract/paths.ts'
import type { TokenEntrance } from '../../contract/token-uses.ts'
import { callScopes } from '../../contract/token-scopes.ts'
import type { RequestContext } from '../http/routes.ts'
import { addTokenUse, countTokenRead } from '../storage/token-uses.ts'
import { watchChange } from './undo-calls.ts'

type Use = {
  readonly name: CallName
  readonly input: unknown
  readonly entrance: TokenEntrance
}

/** Runs a call of a token, and records it with what undoes it. A call of a session is only run. */
export async function recordUse(
  context: RequestContext,
  { name, input, entrance }: Use,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { user, storage, now, newId } = context
  if (!user.access) return run()
  const undoOf = await watchChange(name, context, input)
  const output = await run()
  const undo = (await undoOf?.(output)) ?? { count: 1, calls: [] }
  const row = {
    id: newId(),
    userId: user.id,
    tokenId: user.access.token.id,
    tokenName: user.access.token.name,
    entrance,
    call: name,
    count: undo.count,
    undo: undo.calls.length > 0 ? JSON.stringify(undo.calls) : null,
    undoneAt: null,
    at: now(),
  }
  await (callScopes[name] === 'read' ? countTokenRead : addTokenUse)(storage, row)
  return output
}
