import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openTestStorage, testId } from '../../../../tests/support/storage.ts'
import { createLog } from '../../log.ts'
import { createFeeds } from '../../feeds/index.ts'
import { parseFeed } from '../../feeds/parse/parse.ts'
import { proofText } from './read-proofs.ts'

const proofsIn = (text: string) => {
  const parsed = parseFeed(text, 'https://blog.example/feed')
  if (!parsed.ok) throw new Error(parsed.message)
  return proofText(parsed.document, 'https://blog.example/feed', Date.UTC(2026, 4, 1))
}

describe('the owner proofs of a feed', () => {
  test('an RSS channel may carry several challenges, also in another namespace', () => {
    const { challenges, description } =
      proofsIn(`<rss version="2.0" xmlns:f="https://follow.example"><channel>
      <title>Blog</title><description>My &lt;b&gt;words&lt;/b&gt; feedId:1+userId:2</description>
      <follow_challenge><feedId>1</feedId><userId>2</userId><userId>3</userId></follow_challenge>
      <f:follow_challenge><f:feedId>4</f:feedId><f:userId>5</f:userId></f:follow_challenge>
      </channel></rss>`)
    expect(challenges).toEqual([
      { feedId: '1', userIds: ['2', '3'] },
      { feedId: '4', userIds: ['5'] },
    ])
    expect(description).toBe('My words feedId:1+userId:2')
  })

  test('an Atom feed speaks in its subtitle and in its newest entries', () => {
    const entry = (day: number, text: string) =>
      `<entry><id>${day}</id><updated>2026-01-${String(day).padStart(2, '0')}T00:00:00Z</updated>
      <title>Day ${day}</title><content type="html">${text}</content></entry>`
    const days = Array.from({ length: 12 }, (_, at) => entry(at + 1, `&lt;p&gt;word ${at + 1}&lt;/p&gt;`))
    const { entries, description } = proofsIn(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><subtitle>said here</subtitle>${days.join('')}</feed>`,
    )
    expect(description).toBe('said here')
    expect(entries).toHaveLength(10)
    expect(entries[0]).toBe('Day 12 word 12')
    expect(entries.join(' ')).not.toContain('word 2 ')
  })

  test('a JSON feed has a key of its own, one challenge or a list of them', () => {
    const json = (challenge: unknown) =>
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'J',
        items: [],
        follow_challenge: challenge,
      })
    expect(proofsIn(json({ feedId: '1', userId: '2' })).challenges).toEqual([{ feedId: '1', userIds: ['2'] }])
    expect(proofsIn(json([{ feedId: '1', userId: ['2', '3'] }, 'nonsense', null])).challenges).toEqual([
      { feedId: '1', userIds: ['2', '3'] },
    ])
    expect(proofsIn(json(undefined)).challenges).toEqual([])
  })
})

describe('asking a feed whose it is', () => {
  const requests = async (answer: RequestListener) => {
    const storage = await openTestStorage()
    const server = createServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const config = { PUBLIC_URL: '', FETCHER_URL: '', FETCH_ALLOW: ['127.0.0.1'] }
    const input = { config, storage, log: createLog('silent'), now: Date.now, newId: testId }
    const feeds = createFeeds({
      ...input,
      secrets: { open: (secret) => secret, close: (secret) => secret },
    })
    try {
      return await feeds.proofs(`http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`)
    } finally {
      await feeds.stop()
      server.closeAllConnections()
      server.close()
      await storage.close()
    }
  }

  test('the feed is fetched anew, from its own site', async () => {
    const { challenges } = await requests((_, response) =>
      response.end(
        '<rss version="2.0"><channel><follow_challenge><feedId>1</feedId><userId>2</userId></follow_challenge></channel></rss>',
      ),
    )
    expect(challenges).toEqual([{ feedId: '1', userIds: ['2'] }])
  })

  test('a failing site and a page without a feed are different errors', async () => {
    await expect(requests((_, response) => response.writeHead(500).end())).rejects.toMatchObject({
      key: 'feedFetchError',
    })
    await expect(requests((_, response) => response.end('<html>no feed</html>'))).rejects.toMatchObject({
      key: 'feedParseError',
    })
  })
})
