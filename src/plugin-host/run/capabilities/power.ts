/** The user's POWER, for plugins. */
import { createEvent } from 'effector'
import type { Api } from '../../../api/index.ts'
import type { PowerCalls } from '../../../plugin-api/client.ts'
import { createCalls } from './permitted-calls.ts'
import type { Trigger } from '../app-scope.ts'

type PowerApi = Pick<Api, 'wallets' | 'boosts' | 'achievement' | 'status'>
type Send = (input: never, options?: { readonly idempotencyKey?: string }) => Promise<unknown>

/** A call of a plugin succeeded: its group and name, such as `wallets.tip`. */
export const powerCalled = createEvent<string>()

/** @param isPermitted otherwise every call is refused */
export function createPower(api: PowerApi, trigger: Trigger, isPermitted: boolean): PowerCalls {
  const { send, withCode } = createCalls(trigger, isPermitted)
  /** The calls of a group, looked up when they are made. */
  const groupOf = <G extends 'wallets' | 'boosts' | 'achievement'>(name: G) =>
    new Proxy({} as PowerCalls[G], {
      get: (_, verb) => (input: never, options?: { readonly idempotencyKey?: string }) =>
        send(async () => {
          const response = await (api[name] as unknown as Record<string | symbol, Send>)[verb]!(
            input,
            options,
          )
          trigger(powerCalled, `${name}.${String(verb)}`)
          return response
        }),
    })
  return {
    wallets: groupOf('wallets'),
    boosts: groupOf('boosts'),
    achievement: groupOf('achievement'),
    async rules() {
      const { data } = await send(() => api.status.configs({}))
      return {
        claimAmount: data.DAILY_CLAIM_AMOUNT,
        dailySupply: data.DAILY_POWER_SUPPLY,
        supplyShares: data.DAILY_POWER_PERCENTAGES,
        rankShares: data.LEVEL_PERCENTAGES,
        taxPoint: Number(data.TAX_POINT),
        voteUrl: data.PRODUCT_HUNT_VOTE_URL,
      }
    },
    withCode,
  }
}
