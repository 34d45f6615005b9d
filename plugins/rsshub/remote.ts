/** What the browser half requests of the server. */
import type { ClientHost } from '../../src/plugin-api/client.ts'
import type { z } from '../../src/plugin-api/manifest.ts'
import wire, { statusCall, type RsshubNamespace } from './wire.ts'

const { calls } = wire
type Calls = typeof calls
type Options = { readonly idempotencyKey?: string }
export type Instance = z.output<Calls['rsshub.list']['output']>['data'][number]
export type InstanceInput = z.input<Calls['rsshub.add']['input']>
export type Remote = ReturnType<typeof createRemote>

export function createRemote(send: ClientHost['wire']) {
  return {
    instances: {
      list: () => send(calls['rsshub.list'], {}),
      get: (id: string) => send(calls['rsshub.get'], { id }),
      status: () => send(calls['rsshub.status'], {}),
      add: (input: InstanceInput, options: Options) => send(calls['rsshub.add'], input, options),
      use: (input: z.input<Calls['rsshub.use']['input']>, options: Options) =>
        send(calls['rsshub.use'], input, options),
      delete: (id: string, options: Options) => send(calls['rsshub.delete'], { id }, options),
    },
    /** By namespace; empty where no instance is set up. */
    routes: async (
      input: z.input<Calls['discover.rsshub']['input']>,
    ): Promise<Readonly<Record<string, RsshubNamespace>>> =>
      (await send(calls['discover.rsshub'], input)).data ?? {},
    /** How many follow each route, and which feeds of it most. */
    followers: async () => (await send(calls['discover.rsshubAnalytics'], {})).data,
    /** Whether the server has an RSSHub of its own. */
    hasOwn: async () => (await send(statusCall, {})).data.RSSHUB_ENABLED !== false,
    withCode: send.withCode,
  }
}
