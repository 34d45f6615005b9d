/** What the user stars and highlights is sent by the server, with no browser open. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionQueues } from '../../src/server/actions/queues.ts'
import { runJobs } from '../../tests/support/jobs.ts'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { kinds } from '../../tests/support/storage.ts'
import { startReadwise, type ReadwiseServer } from '../../tests/support/readwise-server.ts'

describe.each(kinds)('on %s', (kind) => {
  let now = Date.UTC(2026, 10, 1)
  let readwise: ReadwiseServer
  let plugin: PluginServer
  beforeAll(async () => {
    readwise = await startReadwise()
    plugin = await startPluginServer('readwise', kind, { now: () => now })
    await plugin.set({
      values: { enableReadwise: true, readwiseEndpoint: readwise.url },
      secrets: { readwiseToken: readwise.token },
    })
  })
  afterAll(async () => {
    await plugin.close()
    await readwise.close()
  })
  const ask = (path: string, method: string, body: object) => plugin.user.request(path, { method, body })
  const star = () => ask('/collections', 'POST', { entryId: plugin.entryId })
  const highlight = (exact: string) =>
    ask('/highlights', 'POST', { entryId: plugin.entryId, quote: { exact, prefix: '', suffix: '' } })
  const work = async () => {
    await plugin.runJobs()
    await runJobs(plugin.server.storage, actionQueues(plugin.server.services), now)
  }

  test('nothing is sent until the user wants it', async () => {
    await star()
    await highlight('A')
    await work()
    expect(readwise.requests).toEqual([])
  })

  test('a star sends its entry once, and the list of deliveries says so', async () => {
    await plugin.set({ values: { sendStarred: true } })
    await star()
    await star()
    await work()
    expect(readwise.documents.map(({ url }) => url)).toEqual(['https://example.org/a'])
    const deliveries = await (await plugin.user.request('/actions/deliveries')).json()
    expect(deliveries).toMatchObject({ data: [{ plugin: 'readwise', state: 'delivered' }] })
  })

  test('while the service is away it is tried again, and nothing is lost', async () => {
    await plugin.set({ values: { sendNewHighlights: true } })
    readwise.refuseNext({ status: 503, body: '' })
    await highlight('story')
    await work()
    expect([...readwise.highlights.keys()]).toEqual([])
    now += 60_000
    await work()
    expect([...readwise.highlights.keys()]).toContain('story')
  })

  test('several highlights of an entry are one request', async () => {
    const before = readwise.requests.length
    await highlight('A')
    await highlight('story')
    await work()
    expect(readwise.requests).toHaveLength(before + 1)
  })
})
