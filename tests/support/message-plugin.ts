/** What every plugin for messages does, as tests: the plugin's own test says what its service is sent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionQueues } from '../../src/server/actions/queues.ts'
import { blank } from '../../src/server/email/incoming/parsed-mail.ts'
import { runJobs } from './jobs.ts'
import { startPluginServer, type PluginServer } from './plugin-server.ts'
import {
  json,
  refusals,
  startService,
  type Service,
  type ServiceRequest,
  type ServiceResponse,
} from './service.ts'

type MessagePlugin = {
  readonly id: string
  /** Its name, as users know it. */
  readonly name: string
  /** Settings that lead to the service at this address. */
  readonly values?: (url: string) => Readonly<Record<string, string>>
  /** What the user has to enter, in the order in which it is missed. */
  readonly connection: (
    url: string,
  ) => readonly (readonly [kind: 'values' | 'secrets', name: string, value: string])[]
  /** The service's protocol; null: not accepted. */
  readonly respond: (request: ServiceRequest) => ServiceResponse | null
  /** Of a message as the service was sent it: its text. */
  readonly textOf: (request: ServiceRequest) => string
  /** The connection is tried without a message. */
  readonly checksQuietly?: boolean
}

/** @returns what the plugin's own tests look at; they run after these */
export function testMessagePlugin({
  id,
  name,
  values,
  connection,
  respond,
  textOf,
  checksQuietly,
}: MessagePlugin) {
  let plugin: PluginServer
  let service: Service
  const now = Date.UTC(2026, 10, 1)
  const enabledBy = `enable${id[0]?.toUpperCase()}${id.slice(1)}`
  const last = () => service.requests.at(-1)!

  beforeAll(async () => {
    service = await startService((request) => respond(request) ?? json(401, {}))
    plugin = await startPluginServer(id, 'sqlite', { now: () => now })
  })
  afterAll(async () => {
    await plugin.close()
    await service.close()
  })

  test('what is missing in the settings is named, one after another', async () => {
    await plugin.set({ values: { [enabledBy]: true, ...values?.(service.url) } })
    for (const [kind, setting, value] of connection(service.url)) {
      expect(await plugin.save()).toEqual({
        ok: false,
        words: { key: 'outside.missing', values: { service: name, setting } },
      })
      expect((await plugin.set({ [kind]: { [setting]: value } })).status).toBe(200)
    }
  })

  test('the connection is tried', async () => {
    const isQuiet = checksQuietly === true
    expect(await plugin.call('check', {})).toEqual({ ok: true, output: { key: 'connected' } })
    expect(last().body.includes('Lectern')).toBe(!isQuiet)
  })

  test.each(refusals(name))('the refusal %o becomes a message', async (refusal, words) => {
    service.refuseNext(refusal)
    expect(await plugin.save()).toEqual({ ok: false, words })
  })

  test('an entry is sent with its title and address', async () => {
    expect(await plugin.save()).toMatchObject({ ok: true })
    expect(textOf(last())).toContain('A title')
    expect(last().body).toContain('https://example.org/a')
  })

  test('a rule sends what its template says', async () => {
    const template = 'New from {{feed}}:\n{{title}} & {{nothing}}\n{{author}}'
    const result = { pluginActions: [`${id}:send=${template}`] }
    const rules = [{ name: 'All', condition: [], result }]
    expect((await plugin.user.request('/actions', { method: 'PUT', body: { rules } })).status).toBe(200)
    await plugin.arrive([{ ...blank, guid: 'g', title: 'Tea <b>', url: 'https://example.org/tea' }])
    await runJobs(plugin.server.storage, actionQueues(plugin.server.services), now)
    const lines = textOf(last()).split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^New from .+:$/)
    expect(lines[1]).toMatch(/^Tea (<b>|&lt;b&gt;) (&|&amp;) \{\{nothing\}\}$/)
  })

  return { plugin: () => plugin, service: () => service, last }
}
