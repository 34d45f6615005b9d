import { tokenScopeOf, type CallName } from '../../contract/paths.ts'
import type { TokenEntrance } from '../../contract/token-uses.ts'
import type { CallCommand } from '../../plugin-api/manifest.ts'
import type { Caller, RequestContext } from '../http/routes.ts'
import { addTokenUse, countTokenRead } from '../storage/accounts/token-uses.ts'
import { watchChange } from './undo-calls.ts'

type Use = {
  readonly name: CallName
  readonly input: unknown
  readonly entrance: TokenEntrance
  /** The plugin command that sends the call. */
  readonly command?: CallCommand | undefined
}

/**
 * Runs a call of a token, and records it with its undo. A call of a session is only run.
 * @param run receives the context for the call
 */
export async function recordTokenUse<C extends RequestContext<Caller | null>>(
  context: C,
  use: Use,
  run: (context: C) => Promise<unknown>,
): Promise<unknown> {
  const { user } = context
  if (!user?.access) return run(context)
  return recordUse({ ...context, user }, { ...use, by: user.access.token }, run)
}

/**
 * Runs a call and records it with its undo.
 * @param use.by an app password, or a plugin
 * @param run as {@link recordTokenUse}
 */
export async function recordUse<C extends RequestContext>(
  context: C,
  {
    name,
    input,
    entrance,
    command,
    by,
  }: Use & { readonly by: { readonly id: string; readonly name: string } },
  run: (context: C) => Promise<unknown>,
): Promise<unknown> {
  const { user, storage, now, newId, secrets } = context
  // This key undoes all marks of `reads.markAll`.
  const recorded = { ...context, idempotencyKey: context.idempotencyKey ?? newId() }
  const undoOf = await watchChange(name, recorded, input)
  const output = await run(recorded)
  const undo = (await undoOf?.(output)) ?? { count: 1, calls: [] }
  const row = {
    id: newId(),
    userId: user.id,
    tokenId: by.id,
    tokenName: by.name,
    entrance,
    call: command?.id ?? name,
    count: undo.count,
    undo: undo.calls.length > 0 ? secrets.close(JSON.stringify(undo.calls)) : null,
    undoneAt: null,
    at: now(),
  }
  const scope = command?.scope ?? tokenScopeOf(name)
  await (scope === 'read' ? countTokenRead : addTokenUse)(storage, row)
  return output
}
