/** What every plugin for bookmarks does, as tests: the plugin's own test says what its service is sent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPluginServer, type PluginServer } from './plugin-server.ts'
import {
  json,
  refusals,
  startService,
  type Service,
  type ServiceRequest,
  type ServiceResponse,
} from './service.ts'

type BookmarkPlugin = {
  readonly id: string
  /** Its name, as users know it. */
  readonly name: string
  /** Settings and secrets that connect it to the service at this address, in the order in which they are missed. */
  readonly connection: (
    url: string,
  ) => readonly (readonly [kind: 'values' | 'secrets', name: string, value: string])[]
  /** Settings that lead to it in place of the address that it has by itself. */
  readonly values?: (url: string) => Readonly<Record<string, string>>
  /** The service's protocol, for a user who is signed in; null: no such address. */
  readonly respond: (request: ServiceRequest) => ServiceResponse | null
  readonly isSignedIn: (request: ServiceRequest) => boolean
}

/** The parts of a running test. */
export type Bookmarks = {
  readonly plugin: () => PluginServer
  readonly service: () => Service
  /** The last request that the service was sent. */
  readonly last: () => ServiceRequest
}

/** @returns what the plugin's own tests look at; they run after these */
export function testBookmarkPlugin({
  id,
  name,
  values,
  connection,
  respond,
  isSignedIn,
}: BookmarkPlugin): Bookmarks {
  let plugin: PluginServer
  let service: Service
  const enabledBy = `enable${id[0]?.toUpperCase()}${id.slice(1)}`

  beforeAll(async () => {
    service = await startService((request) =>
      isSignedIn(request) ? (respond(request) ?? json(404, {})) : json(401, {}),
    )
    plugin = await startPluginServer(id)
  })
  afterAll(async () => {
    await plugin.close()
    await service.close()
  })

  test('what is missing in the settings is named, one after another', async () => {
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

  test('the connection is tried by a command', async () => {
    expect(await plugin.call('check', {})).toEqual({ ok: true, output: { key: 'connected' } })
  })

  test.each(refusals(name))('the refusal %o becomes a message', async (refusal, words) => {
    service.refuse(() => refusal)
    expect(await plugin.save()).toEqual({ ok: false, words })
    expect(await plugin.call('check', {})).toEqual({ ok: false, words })
    service.refuse(() => null)
  })

  test('what was saved before is said to be there', async () => {
    expect(await plugin.save()).toMatchObject({ ok: true, output: { again: false } })
    expect(await plugin.save()).toMatchObject({ ok: true, output: { again: true } })
  })

  return { plugin: () => plugin, service: () => service, last: () => service.requests.at(-1)! }
}
