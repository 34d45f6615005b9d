/** The contract's calls from inside, for one person. */
import type { Checked, Output } from '../../../contract/calls.ts'
import type { CallName } from '../../../contract/paths.ts'
import { Refusal } from '../../http/refusal.ts'
import type { RequestContext, Routes, Services } from '../../http/routes.ts'
import { isBroadcast, broadcastInput } from '../../live/broadcast-rules.ts'
import type { ApiUser } from './password.ts'

export type Contract = <N extends CallName>(name: N, input: Checked<N>) => Promise<Output<N>>

/** @param address the machine that asks @returns a way to each call that the server answers; what a handler refuses, it throws as a Refusal */
export function contractFor(
  services: Services,
  routes: Routes,
  { user }: ApiUser,
  address: string,
): Contract {
  const asked: RequestContext = {
    ...services,
    user,
    idempotencyKey: null,
    headers: new Headers(),
    address,
    // No call of these protocols needs a second factor or a password, and none of them could bring one.
    demandCode: async () => {
      throw new Refusal('twoFactorCodeRequired')
    },
    requireProof: async () => {
      throw new Refusal('passwordRequired')
    },
  }
  return async <N extends CallName>(name: N, input: Checked<N>) => {
    const handler = routes[name] as
      | ((asked: RequestContext, input: Checked<N>) => Promise<Output<N>>)
      | undefined
    if (!handler) throw new Error(`The server has no ${name}`)
    const answer = await handler(asked, input)
    // As at the contract's own door: the person's open clients hear of it.
    if (isBroadcast(name))
      services.live.changed(user.id, { call: name, input: broadcastInput(name, input), from: null })
    return answer
  }
}
