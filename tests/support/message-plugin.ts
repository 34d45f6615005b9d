/** What every plugin for messages does, as tests: the plugin's own test says what its service is sent. */
import { expect, test } from 'vitest'
import { actionQueues } from '../../src/server/actions/queues.ts'
import { blank } from '../../src/server/email/incoming/parsed-mail.ts'
import { runJobs } from './jobs.ts'
import { testConnecting, type Saving, type SavingPlugin } from './saving-plugin.ts'
import { json, refusals, type ServiceRequest, type ServiceResponse } from './service.ts'

type MessagePlugin = SavingPlugin & {
  /** The service's protocol; null: not accepted. */
  readonly respond: (request: ServiceRequest) => ServiceResponse | null
  /** Of a message as the service was sent it: its text. */
  readonly textOf: (request: ServiceRequest) => string
  /** The connection is tried without a message. */
  readonly checksQuietly?: boolean
}

/** @returns what the plugin's own tests look at; they run after these */
export function testMessagePlugin({ respond, textOf, checksQuietly, ...saving }: MessagePlugin): Saving {
  const { id, name } = saving
  const now = Date.UTC(2026, 10, 1)
  const parts = testConnecting(
    saving,
    (request) => respond(request) ?? json(401, {}),
    () => now,
  )
  const { plugin, service, last } = parts

  test('the connection is tried', async () => {
    const isQuiet = checksQuietly === true
    expect(await plugin().call('check', {})).toEqual({ ok: true, output: { key: 'connected' } })
    expect(last().body.includes('Lectern')).toBe(!isQuiet)
  })

  test.each(refusals(name))('the refusal %o becomes a message', async (refusal, words) => {
    service().refuseNext(refusal)
    expect(await plugin().save()).toEqual({ ok: false, words })
  })

  test('an entry is sent with its title and address', async () => {
    expect(await plugin().save()).toMatchObject({ ok: true })
    expect(textOf(last())).toContain('A title')
    expect(last().body).toContain('https://example.org/a')
  })

  test('each passage that the user highlights is a message, where they want that', async () => {
    const { highlight, runJobs: work, set } = plugin()
    await highlight('A {{title}}')
    await work()
    const before = service().requests.length
    await set({ values: { sendNewHighlights: true } })
    await highlight('One')
    await highlight('A {{url}}', 'Good')
    await work()
    const lines = service()
      .requests.slice(before)
      .filter(({ body }) => body.includes('example.org/a'))
      .map((request) => textOf(request).split('\n').slice(0, 3))
    expect(lines).toMatchObject([
      ['“One”', 'A title', expect.any(String)],
      ['“A {{url}}”', 'Good', 'A title'],
    ])
    await set({ values: { sendNewHighlights: false } })
  })

  test('a rule sends what its template says', async () => {
    const template = 'New from {{feed}}:\n{{title}} & {{nothing}}\n{{author}}'
    const result = { pluginActions: [`${id}:send=${template}`] }
    const rules = [{ name: 'All', condition: [], result }]
    expect((await plugin().user.request('/actions', { method: 'PUT', body: { rules } })).status).toBe(200)
    await plugin().arrive([{ ...blank, guid: 'g', title: 'Tea <b>', url: 'https://example.org/tea' }])
    await runJobs(plugin().server.storage, actionQueues(plugin().server.services), now)
    const lines = textOf(last()).split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^New from .+:$/)
    expect(lines[1]).toMatch(/^Tea (<b>|&lt;b&gt;) (&|&amp;) \{\{nothing\}\}$/)
  })

  return parts
}
