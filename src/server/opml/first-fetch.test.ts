import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runJobs } from '../../../tests/support/jobs.ts'
import { startTestServer, type TestUser, type TestServer } from '../../../tests/support/server.ts'
import { firstFetches } from './first-fetch.ts'

describe('an import', () => {
  let server: TestServer
  let reader: TestUser
  beforeEach(async () => {
    server = await startTestServer()
    reader = await server.signUp()
  })
  afterEach(() => server.close())
  const running = async () => {
    const answer = await reader.request('/subscriptions/import')
    return ((await answer.json()) as { data: { running: boolean } }).data.running
  }

  test('whose server died right after its last line was fetched ends all the same', async () => {
    const body =
      '<opml version="2.0"><body><outline type="rss" xmlUrl="https://a.example/feed.xml"/></body></opml>'
    await reader.request('/subscriptions/import', { method: 'POST', body })
    await server.storage.db.updateTable('importLines').set({ outcome: 'done' }).execute()
    expect(await running()).toBe(true)
    await runJobs(server.storage, firstFetches(server.services), Date.now() + 1000)
    expect(await running()).toBe(false)
  })

  test('of which no line can be fetched is over at once', async () => {
    const body =
      '<opml version="2.0"><body><outline type="rss" xmlUrl="ftp://a.example/feed.xml"/></body></opml>'
    await reader.request('/subscriptions/import', { method: 'POST', body })
    expect(await running()).toBe(false)
  })
})
