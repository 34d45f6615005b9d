import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestUser, type TestServer } from '../../../tests/support/server.ts'
import type { Proofs } from '../claims/proofs/read-proofs.ts'
import { parseFeed } from '../feeds/parse/parse.ts'
import { proofText } from '../claims/proofs/read-proofs.ts'

const NOTHING: Proofs = { entries: [], description: '', challenges: [] }

describe('claiming a feed', () => {
  let server: TestServer
  let ann: TestUser
  let bob: TestUser
  let feedId: string
  let shown: Proofs = NOTHING

  beforeEach(async () => {
    shown = NOTHING
    server = await startTestServer({ feeds: { proofs: async () => shown } })
    ann = await server.signUp('ann')
    bob = await server.signUp('bob')
    feedId = await seedFeed(server.storage)
  })
  afterEach(() => server.close())

  const claim = async (who: TestUser, id = feedId) => {
    const answer = await who.request('/feeds/claim/challenge', { method: 'POST', body: { feedId: id } })
    return [answer.status, ((await answer.json()) as { code: number }).code]
  }
  const dataOf = async <T>(answer: Promise<Response>) => ((await (await answer).json()) as { data: T }).data
  type Message = { content: string; description: string; json: string; xml: string }
  const message = (who: TestUser) => dataOf<Message>(who.request(`/feeds/claim/message?feedId=${feedId}`))
  const read = (text: string) => {
    const parsed = parseFeed(text)
    if (!parsed.ok) throw new Error(parsed.message)
    return proofText(parsed.document, null, Date.now())
  }
  const rss = (channel: string) =>
    read(`<rss version="2.0"><channel><title>T</title>${channel}</channel></rss>`)

  test('each of the three proofs in the message makes an owner', async () => {
    const { content, description, json, xml } = await message(ann)
    const jsonFeed = {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'T',
      items: [],
      ...JSON.parse(json),
    }
    const proofs = [
      rss(`<item><guid>1</guid><description>&lt;p&gt;${content}&lt;/p&gt;</description></item>`),
      rss(`<description>News. ${description}</description>`),
      rss(xml),
      read(JSON.stringify(jsonFeed)),
    ]
    for (const proof of proofs) {
      await server.storage.db.updateTable('feeds').set({ ownerUserId: null }).execute()
      expect(await claim(ann)).toEqual([400, 2010])
      shown = proof
      expect(await claim(bob)).toEqual([400, 2010])
      expect(await claim(ann)).toEqual([200, 0])
      expect(await dataOf(bob.request(`/feeds?id=${feedId}`))).toMatchObject({
        feed: { ownerUserId: ann.id, owner: { id: ann.id } },
      })
      shown = NOTHING
      // The owner need not prove it again.
      expect(await claim(ann)).toEqual([200, 0])
    }
  })

  test('half a proof, another feed, or a longer number is none', async () => {
    for (const text of [
      `feedId:${feedId}`,
      `userId:${ann.id}`,
      `feedId:${feedId}0+userId:${ann.id}`,
      `feedId:${feedId}+userId:${ann.id}7`,
    ]) {
      shown = { ...NOTHING, description: text }
      expect(await claim(ann)).toEqual([400, 2010])
    }
    shown = { ...NOTHING, entries: [`feedId:${feedId}`, `userId:${ann.id}`] }
    expect(await claim(ann)).toEqual([400, 2010])
    shown = { ...NOTHING, challenges: [{ feedId: '1', userIds: [ann.id] }] }
    expect(await claim(ann)).toEqual([400, 2010])
  })

  test('the first owner stays after later proofs, and only the owner may reset the feed', async () => {
    const both = [ann, bob].map(({ id }) => ({ feedId, userIds: [id] }))
    shown = { ...NOTHING, challenges: both }
    const answers = await Promise.all([claim(ann), claim(bob)])
    expect(answers.toSorted()).toEqual([
      [200, 0],
      [400, 2010],
    ])
    const owner = answers[0]?.[0] === 200 ? ann : bob
    const other = owner === ann ? bob : ann
    expect(await claim(other)).toEqual([400, 2010])
    const reset = async (who: TestUser) => (await who.request(`/feeds/reset?id=${feedId}`)).status
    // ann is the admin, who may do it anyway.
    if (other !== ann) expect(await reset(other)).toBe(403)
    expect(await dataOf(owner.request('/feeds/claim/list'))).toMatchObject([{ feed: { id: feedId } }])
    expect(await dataOf(other.request('/feeds/claim/list'))).toEqual([])
  })

  test('a feed that one may not see, or that is not there, cannot be claimed', async () => {
    const secret = await seedFeed(server.storage)
    await seedSubscription(server.storage, bob.id, secret, { isPrivate: 1 })
    expect(await claim(ann, secret)).toEqual([404, 2001])
    expect(await claim(ann, '1')).toEqual([404, 2001])
    expect((await ann.request('/feeds/claim/message?feedId=1')).status).toBe(404)
    for (const path of ['message?feedId=1', 'list'])
      expect((await server.request(`/feeds/claim/${path}`)).status).toBe(401)
  })
})
