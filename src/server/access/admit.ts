/** Restricts a call to the permissions of its caller's token. */
import { z } from 'zod'
import { tokenScopeOf, type CallName } from '../../contract/paths.ts'
import { SAVE_CALL } from '../../contract/token-scopes.ts'
import type { CallCommand } from '../../plugin-api/manifest.ts'
import { Refusal } from '../http/refusal.ts'
import type { Caller, Services } from '../http/routes.ts'
import { entriesOfFeeds, feedsWithin } from './limit.ts'
import { limitedCalls, type Bounds } from './limited-calls.ts'
import { requireScope, requireScopeFor } from './require-scope.ts'

export type Admitted = {
  /** The input of the call. */
  readonly input: unknown
  /** Filters its output for the caller. */
  readonly shown: (output: unknown) => unknown
  /** The command of a plugin that a token runs. */
  readonly command?: CallCommand
}
type AdmitServices = Pick<Services, 'storage' | 'pluginCommands'>
/** A row of the table, whose own types have tied input and output to the name. */
type AnyLimitedCall = {
  readonly narrow?: (input: unknown, bounds: Bounds) => unknown
  readonly shown?: (output: unknown, bounds: Bounds) => unknown
}

/**
 * @param input as the contract has checked it
 * @throws Refusal noPermission where the token lacks the scope, or the call exceeds the feeds that it is limited to
 */
export async function admit(
  services: AdmitServices,
  user: Caller | null,
  name: CallName,
  input: unknown,
): Promise<Admitted> {
  if (!user?.access) return { input, shown: (output) => output }
  const { storage } = services
  requireScope(user, name)
  const safe = user.access.scopes.includes('manage') ? (output: unknown) => output : withoutSecrets
  if (name === 'plugins.call') {
    const command = await commandOf(services, user, input as PluginCall)
    if (command) return { input, shown: safe, command }
  }
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

type PluginCall = { readonly plugin: string; readonly call: string; readonly input?: unknown }

/**
 * The command that a call of a plugin belongs to; null for the call that saves, which has none.
 * @throws Refusal noPermission for any other call, without the scope, with an input, and where the token is limited to some feeds
 */
async function commandOf(
  { pluginCommands }: AdmitServices,
  user: Caller,
  { input, ...call }: PluginCall,
): Promise<CallCommand | null> {
  if (call.call === SAVE_CALL) {
    requireScopeFor(user, 'plugins.call', tokenScopeOf('plugins.call'))
    return null
  }
  const command = await pluginCommands.find(user.id, call)
  if (!command)
    throw new Refusal(
      'noPermission',
      `Of the calls of plugins, only "${SAVE_CALL}" and those of the commands in their manifests are open to tokens.`,
    )
  const { id, scope } = command
  requireScopeFor(user, id, scope)
  if (user.access?.limit)
    throw new Refusal('noPermission', `${id} is not open to a token that is limited to some feeds.`)
  if (!noInput.safeParse(input).success)
    throw new Refusal('noPermission', `A token runs ${id} without an input.`)
  return command
}

const noInput = z.strictObject({}).optional()

/** The secret of an inbox lets its holder write to it. A stream of texts has none. */
function withoutSecrets(output: unknown): unknown {
  if (typeof output !== 'object' || output === null || Symbol.asyncIterator in output) return output
  return JSON.parse(JSON.stringify(output, (key, value: unknown) => (key === 'secret' ? '' : value)))
}
