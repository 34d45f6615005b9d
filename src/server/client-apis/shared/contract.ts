/** In-process calls of the contract for one user. */
import { admit } from '../../access/admit.ts'
import type { Checked, Output } from '../../../contract/calls.ts'
import type { CallName } from '../../../contract/paths.ts'
import { responseOf } from '../../http/answer.ts'
import { Refusal } from '../../http/refusal.ts'
import type { RequestContext, Routes, Services } from '../../http/routes.ts'
import { recordTokenUse } from '../../token-uses/record-token-use.ts'
import { announceChange, isBroadcast } from '../../live/broadcast-rules.ts'
import type { ApiUser } from './password.ts'

export type Contract = <N extends CallName>(name: N, input: Checked<N>) => Promise<Output<N>>

/** @param address remote address of the client @returns a function that invokes a call; a refusal is thrown as Refusal */
export function contractFor(
  services: Services,
  routes: Routes,
  { user }: Pick<ApiUser, 'user'>,
  address: string,
): Contract {
  const request: RequestContext = {
    ...services,
    user,
    idempotencyKey: null,
    headers: new Headers(),
    // These calls are short: none is ended early.
    signal: new AbortController().signal,
    address,
    // No call of these protocols needs a second factor or a password, and the protocols cannot carry one.
    demandCode: async () => {
      throw new Refusal('twoFactorCodeRequired')
    },
    requireProof: async () => {
      throw new Refusal('passwordRequired')
    },
  }
  return async <N extends CallName>(name: N, input: Checked<N>) => {
    const handler = routes[name] as
      | ((request: RequestContext, input: Checked<N>) => Promise<unknown>)
      | undefined
    if (!handler) throw new Error(`The server has no ${name}`)
    const admitted = await admit(services, user, name, input)
    const use = { name, input: admitted.input, entrance: 'sync' as const }
    const answer = await recordTokenUse(request, use, (context) =>
      handler(context, admitted.input as Checked<N>),
    )
    // As for the contract's HTTP calls: the user's open clients are notified.
    if (isBroadcast(name))
      await announceChange(services, user.id, { call: name, input: admitted.input, answer, from: null })
    return admitted.shown(responseOf(name, answer)) as Output<N>
  }
}
