/** Keeps a call within the token of its caller. */
import type { CallName } from '../../contract/paths.ts'
import { SAVE_CALL } from '../../contract/token-scopes.ts'
import { Refusal } from '../http/refusal.ts'
import type { Caller } from '../http/routes.ts'
import type { Storage } from '../storage/open.ts'
import { entriesOfFeeds, feedsWithin } from './limit.ts'
import { limitedCalls, type Bounds } from './limited-calls.ts'
import { requireScope } from './require-scope.ts'

type Admitted = {
  /** What the call is run with. */
  readonly input: unknown
  /** What the caller sees of its output. */
  readonly shown: (output: unknown) => unknown
}
/** A row of the table, whose own types have tied input and output to the name. */
type AnyLimitedCall = {
  readonly narrow?: (input: unknown, bounds: Bounds) => unknown
  readonly shown?: (output: unknown, bounds: Bounds) => unknown
}

/**
 * @param input as the contract has checked it
 * @throws Refusal noPermission where the token has not the scope, or is limited to feeds that the call does not keep to
 */
export async function admit(
  storage: Storage,
  user: Caller | null,
  name: CallName,
  input: unknown,
): Promise<Admitted> {
  if (!user?.access) return { input, shown: (output) => output }
  requireScope(user, name)
  if (name === 'plugins.call' && (input as { readonly call: string }).call !== SAVE_CALL)
    throw new Refusal('noPermission', 'Of the calls of plugins, only "save" is open to tokens.')
  const safe = user.access.scopes.includes('manage') ? (output: unknown) => output : withoutSecrets
  const feeds = await feedsWithin(storage, user)
  if (!feeds) return { input, shown: safe }
  const limited = limitedCalls[name] as AnyLimitedCall | undefined
  if (!limited)
    throw new Refusal('noPermission', `${name} is not open to a token that is limited to some feeds.`)
  const bounds: Bounds = { feeds, entriesWithin: (ids) => entriesOfFeeds(storage, feeds, ids) }
  return {
    input: limited.narrow ? await limited.narrow(input, bounds) : input,
    shown: (output) => safe(limited.shown ? limited.shown(output, bounds) : output),
  }
}

/** The secret of an inbox lets its holder write to it. A stream of texts has none. */
function withoutSecrets(output: unknown): unknown {
  if (typeof output !== 'object' || output === null || Symbol.asyncIterator in output) return output
  return JSON.parse(JSON.stringify(output, (key, value: unknown) => (key === 'secret' ? '' : value)))
}
