/** What every plugin that saves entries to a service needs in a test, and what each does until it is connected. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Manifest } from '../../src/plugin-api/manifest.ts'
import { startPluginServer, type PluginServer } from './plugin-server.ts'
import { startService, type Service, type ServiceRequest, type ServiceResponse } from './service.ts'

export type SavingPlugin = {
  readonly id: string
  /** Its name, as users know it. */
  readonly name: string
  /** Settings and secrets that the user has to enter, in the order in which they are missed. */
  readonly connection: (
    url: string,
  ) => readonly (readonly [kind: 'values' | 'secrets', name: string, value: string])[]
  /** Settings that lead to the service at this address in place of the one that it has by itself. */
  readonly values?: (url: string) => Readonly<Record<string, string>>
}

/** The parts of a running test. */
export type Saving = {
  readonly plugin: () => PluginServer
  readonly service: () => Service
  /** The last request that the service was sent. */
  readonly last: () => ServiceRequest
}

export function testConnecting(
  { id, name, connection, values }: SavingPlugin,
  respond: (request: ServiceRequest) => ServiceResponse,
  now?: () => number,
): Saving {
  let plugin: PluginServer
  let service: Service
  const manifestOf = async () => {
    const { default: manifest } = (await import(`../../plugins/${id}/plugin.ts`)) as { default: Manifest }
    return manifest
  }

  beforeAll(async () => {
    service = await startService(respond)
    plugin = await startPluginServer(id, 'sqlite', now && { now })
  })
  afterAll(async () => {
    await plugin.close()
    await service.close()
  })

  test('the manifest says what it needs, and how it looks', async () => {
    const manifest = await manifestOf()
    // Of a list one is enough: the token, or a sign-in.
    const required = manifest.requires?.map((one) => [one].flat()[0])
    expect(required?.toSorted()).toEqual(
      connection(service.url)
        .map(([, setting]) => setting)
        .toSorted(),
    )
    expect(manifest.icon).toBeDefined()
  })

  test('what is missing in the settings is named, one after another', async () => {
    const { enabledBy } = await manifestOf()
    await plugin.set({ values: { [enabledBy]: true, ...values?.(service.url) } })
    for (const [kind, setting, value] of connection(service.url)) {
      await plugin.set({ [kind]: { [setting]: '' } })
      expect(await plugin.save()).toEqual({
        ok: false,
        words: { key: 'outside.missing', values: { service: name, setting } },
      })
      expect((await plugin.set({ [kind]: { [setting]: value } })).status).toBe(200)
    }
  })

  return { plugin: () => plugin, service: () => service, last: () => service.requests.at(-1)! }
}
