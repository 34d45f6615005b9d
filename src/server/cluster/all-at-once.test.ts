import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFleet, type Fleet } from '../../../tests/support/fleet.ts'
import { startModel, type FakeModel } from '../../../tests/support/model.ts'
import { rssOf, startSite, type Site } from '../../../tests/support/site.ts'

const LONGEST_MS = 240_000
const HALF_DAY_MS = 12 * 3_600_000
const ONE = 10n ** 18n
const READERS = 5
const TIPS = 8
const LETTERS = 12

type Answer = { readonly status: number; readonly body: Record<string, unknown> }
type Ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

const asking =
  (url: string, token: string): Ask =>
  async (method, path, body, headers = {}) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        origin: url,
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
const signUp = (url: string, name: string) =>
  asking(url, '')('POST', '/better-auth/sign-up/email', {
    email: `${name}@example.org`,
    password: 'correct horse',
    name,
  })

describe.skipIf(!process.env['LECTERN_TEST_DATABASE_URL'])(
  'two servers and two workers on one PostgreSQL',
  () => {
    let fleet: Fleet
    let model: FakeModel
    let site: Site
    let hook: Site
    beforeEach(async () => {
      model = await startModel()
      site = await startSite()
      hook = await startSite()
      hook.answer = (_, response) => void setTimeout(() => response.writeHead(200).end(), 20)
      site.answer = (_, response) => void response.writeHead(200).end(rssOf(['one', 'two', 'three']))
    }, LONGEST_MS)
    afterEach(async () => {
      await fleet.end()
      model.close()
      site.close()
      hook.close()
    }, LONGEST_MS)

    const count = async (sql: string) =>
      Number((await fleet.rows<{ n: string }>(`select count(*) as n from ${sql}`))[0]?.n)
    const until = async (sql: string, wanted: number): Promise<void> => {
      for (let waited = 0; waited < LONGEST_MS / 3; waited += 100) {
        if ((await count(sql)) === wanted) return
        await pause(100)
      }
      throw new Error(`It never came to ${wanted}, but to ${await count(sql)}: ${sql}`)
    }

    test(
      'of people who sign up first at once, at different servers, one is in and is the admin',
      async () => {
        fleet = await startFleet({ servers: 2, workers: 0 }, { SIGNUP: '' })
        const answers = await Promise.all(
          ['ann', 'bob', 'cem', 'dora'].map((name, at) => signUp(fleet.servers[at % 2] ?? '', name)),
        )
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
        expect(await count(`"user" where admin`)).toBe(1)
        expect(await count(`"user"`)).toBe(1)
      },
      LONGEST_MS,
    )

    test(
      'nothing is charged, reported or sent twice, a killed worker loses nothing, and all of them stop cleanly in the middle',
      async () => {
        fleet = await startFleet(
          { servers: 2, workers: 2 },
          { AI_BASE_URL: model.url, AI_MODEL: 'tiny', INBOX_DOMAIN: 'example.org' },
        )
        const [first = '', second = ''] = fleet.servers
        const { body } = await signUp(first, 'ann')
        const token = body['token'] as string
        const annId = (body['user'] as { id: string }).id
        const both = [asking(first, token), asking(second, token)]
        const [ann = both[0] as Ask] = both
        for (let at = 0; at < READERS; at += 1) await signUp(second, `reader${at}`)
        const readers = (await fleet.rows<{ id: string }>(`select id from "user" where not admin`)).map(
          ({ id }) => id,
        )

        // Each request is sent to both servers, twice, concurrently.
        const everywhere = (...input: Parameters<Ask>) =>
          Promise.all([...both, ...both].map((ask) => ask(...input)))
        const { body: followed } = await ann('POST', '/subscriptions', {
          url: `${site.url}/feed.xml`,
          view: 0,
        })
        const feedId = (followed['feed'] as { id: string }).id
        const { body: listed } = await ann('POST', '/entries', { feedId })
        const entryId = (listed['data'] as { entries: { id: string } }[])[0]?.entries.id
        await everywhere('POST', '/wallets', {})
        await ann('POST', '/wallets/airdrops', { userIds: [annId], amount: String(100n * ONE) })
        await ann('PUT', '/wallets/airdrop', { verify: 'ann' })
        const taken = await everywhere('POST', '/wallets/airdrop', {})
        expect(taken.filter(({ status }) => status === 200)).toHaveLength(1)
        const claimed = await everywhere('POST', '/wallets/transactions/claim_daily', {})
        expect(claimed.filter(({ status }) => status === 200)).toHaveLength(1)
        for (let at = 0; at < TIPS; at += 1) {
          const tipped = await everywhere(
            'POST',
            '/wallets/transactions/tip',
            { entryId, amount: String(ONE) },
            { 'idempotency-key': `tip-${at}` },
          )
          expect(new Set(tipped.map((one) => JSON.stringify(one))).size).toBe(1)
        }
        expect(await count(`"powerTransactions" where kind = 'tip'`)).toBe(TIPS)
        const made = await everywhere(
          'POST',
          '/lists',
          { title: 'One', view: 0 },
          { 'idempotency-key': 'list' },
        )
        expect(new Set(made.map((one) => JSON.stringify(one))).size).toBe(1)
        expect(await count('lists')).toBe(1)

        // Webhooks, and the day's reports.
        await ann('PUT', '/actions', {
          rules: [{ name: 'tell', condition: [], result: { webhooks: [`${hook.url}/hook`] } }],
        })
        await ann('POST', '/inboxes', { handle: 'post' })
        const { body: inbox } = await ann('GET', '/inboxes?handle=post')
        const opened = {
          'x-follow-handle': 'post',
          'x-follow-secret': (inbox['data'] as { secret: string }).secret,
        }
        const letter = (guid: string) =>
          everywhere(
            'POST',
            '/inboxes/webhook',
            { guid, title: guid, publishedAt: new Date().toISOString() },
            opened,
          )
        const last = Date.now() - 3 * HALF_DAY_MS
        for (const id of readers) {
          await fleet.rows(
            `insert into subscriptions (id, "userId", "feedId", view, "isPrivate", "hideFromTimeline", "createdAt") values ($1, $1, $2, 0, 0, 0, 1)`,
            [id, feedId],
          )
          await fleet.rows(
            `insert into "aiReports" ("userId", view, "startsAt", text, "madeAt", "askedAt") values ($1, 0, $2, 'old', $3, $3)`,
            [id, last, Date.now()],
          )
        }
        await fleet.rows(`update entries set "publishedAt" = $1 where "feedId" = $2`, [
          last + 2.5 * HALF_DAY_MS,
          feedId,
        ])
        await fleet.rows(`update jobs set "runAt" = 0 where queue = 'daily-reports'`)
        for (let at = 0; at < LETTERS; at += 1) await letter(`letter ${at}`)
        await until(`"webhookDeliveries" where state = 'delivered'`, LETTERS)
        await until(`"aiReports" where text <> 'old'`, READERS)
        await fleet.rows(`update jobs set "runAt" = 0 where queue = 'daily-reports'`)
        await until(`jobs where queue = 'daily-reports' and ("runAt" = 0 or lease > 0)`, 0)
        const notifications = hook.requests.map(({ headers }) => headers['webhook-id'])
        expect(notifications).toHaveLength(LETTERS)
        expect(new Set(notifications).size).toBe(LETTERS)
        expect(model.requests).toHaveLength(READERS)
        expect(await count(`"aiReports" where text <> 'old'`)).toBe(READERS)

        // A worker dies during its work.
        hook.answer = (_, response) => void setTimeout(() => response.writeHead(200).end(), 400)
        const outlines = Array.from(
          { length: 30 },
          (_, at) => `<outline type="rss" xmlUrl="${site.url}/${at}.xml"/>`,
        )
        await ann(
          'POST',
          '/subscriptions/import',
          `<opml version="2.0"><body>${outlines.join('')}</body></opml>`,
        )
        for (let at = 0; at < LETTERS; at += 1) await letter(`later ${at}`)
        await pause(300)
        const [worker] = fleet.workers
        if (worker) await fleet.kill(worker)
        await fleet.rows(`update jobs set lease = 1 where lease > 0`)
        await until(`"importLines" where outcome is null`, 0)
        await until(`"webhookDeliveries" where state <> 'delivered'`, 0)
        expect(await count(`entries where title like 'later%'`)).toBe(LETTERS)
        expect(new Set(hook.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(
          await count(`"webhookDeliveries"`),
        )

        // All processes are stopped while they work.
        for (let at = 0; at < LETTERS; at += 1) await letter(`last ${at}`)
        const requests = Promise.allSettled([letter('one more'), ann('GET', '/subscriptions')])
        const { codes, longest } = await fleet.stop()
        await requests
        expect(codes).toEqual([0, 0, 0])
        expect(await count('jobs where lease > 0')).toBe(0)
        const [postings] = await fleet.rows<{ n: string }>(
          `select count(distinct position) as n from "powerPostings"`,
        )
        expect(Number(postings?.n)).toBe(await count('"powerTransactions"'))
        process.stdout.write(`three processes stopped in ${longest} ms\n`)
      },
      LONGEST_MS,
    )
  },
)
