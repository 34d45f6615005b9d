/**
 * All endpoints outside the contract, on both engines: the public pages and the two client APIs. Checks success, refusals,
 * and that no user sees or changes another user's data.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds } from '../../../tests/support/storage.ts'
import { formOf, type RequestParameters } from '../../../tests/support/sync.ts'
import { ownedRowsOf, type OwnedRows } from '../../../tests/support/api-matrix/owned-rows.ts'
import {
  everybody,
  feverMarks,
  feverParameters,
  keysOf,
  readerRows,
  type Keys,
  type ReaderRow,
} from '../../../tests/support/api-matrix/public-endpoints.ts'
import {
  createFixtures,
  secrets,
  type Who,
  type Fixtures,
} from '../../../tests/support/api-matrix/fixtures.ts'
import { MARK } from '../../../tests/support/api-matrix/row.ts'

const BASES = ['/api/greader.php/reader/api/0', '/reader/api/0'] as const
const FEVER = ['/api/fever.php', '/fever', '/fever/'] as const
const ODD = ['x'.repeat(20_000), 'a\u0000b', '%', '<script>', '../..', '1 or 1=1', '😀']

/** One byte more than a body may have. */
const LARGE = new Uint8Array(10_485_761).fill(0x20)

/** The same queries hide the rest of a private feed on both engines: tested on one. */
const worlds = kinds.flatMap((kind) =>
  secrets.filter((secret) => kind === 'sqlite' || secret === 'followed').map((secret) => ({ kind, secret })),
)

describe.each(worlds)('every face on $kind, a private feed $secret', ({ kind, secret }) => {
  let world: Fixtures
  let keys: Record<Who, Keys>
  let belongings: OwnedRows
  beforeAll(async () => {
    world = await createFixtures(kind, secret)
    keys = await keysOf(world)
    belongings = await ownedRowsOf(world.server.storage, world.people.ada.id)
  })
  afterAll(() => world.close())

  /** No other user reads Ada's private data or her address. */
  const isInnocent = (text: string, who: string) => {
    expect(text, `${who} sees what is Ada's`).not.toContain(MARK)
    expect(text, `${who} sees Ada's address`).not.toContain('ada@example.org')
  }
  /** App passwords record their last use, and viewed feeds get statistics: these are not changes by a user. */
  const lasting = async () => {
    const { appPasswords: _used, syncNumbers: _numbers, ...rest } = await belongings()
    return rest
  }

  /** Moves Ada's feed back into a folder, because every request changes it. */
  const folder = (category: string) =>
    world.server.storage.db
      .updateTable('subscriptions')
      .set({ category })
      .where('userId', '=', world.people.ada.id)
      .where('feedId', '=', world.feed)
      .execute()

  describe('public pages', () => {
    const open = () => [
      `/share/feeds/${world.feed}`,
      `/share/entries/${world.entry}`,
      `/share/lists/${world.list}`,
      `/share/users/${world.people.ada.id}`,
    ]
    const visit = (path: string, who: Who | 'anonymous', method = 'GET') =>
      world.server.app.request(path, {
        method,
        headers: who === 'anonymous' ? {} : { cookie: world.people[who].cookie },
      })

    /** With a session the reader shows feeds, lists and users, the same page for any name. */
    const isOfReader = (path: string, who: Who | 'anonymous') =>
      who !== 'anonymous' && !path.startsWith('/share/entries/') && !path.includes('@')
    const expectReader = async (path: string, who: Who) => {
      const [named, unknown] = await Promise.all(
        [path, `/share/feeds/${world.unknown}`].map(async (one) => {
          const answer = await visit(one, who)
          return { status: answer.status, text: (await answer.text()).replaceAll(one, '') }
        }),
      )
      expect(named, path).toEqual(unknown)
      isInnocent(named?.text ?? '', path)
    }

    test('are the same for everybody without a session, and show nothing private', async () => {
      for (const path of open()) {
        const texts: string[] = []
        for (const who of ['anonymous', ...everybody] as const) {
          if (isOfReader(path, who)) {
            await expectReader(path, who as Who)
            continue
          }
          const answer = await visit(path, who)
          expect([path, who, answer.status]).toEqual([path, who, 200])
          expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
          expect(answer.headers.get('set-cookie')).toBeNull()
          texts.push(await answer.text())
        }
        expect(new Set(texts).size, path).toBe(1)
        isInnocent(texts[0] ?? '', path)
        expect(texts[0]).not.toContain('<script')
        expect((await visit(path, 'anonymous', 'HEAD')).status).toBe(200)
      }
    })

    test('of what is private are missing for everybody, as those of nothing are', async () => {
      const { feedId: inboxFeed } = await world.server.storage.db
        .selectFrom('inboxes')
        .select('feedId')
        .executeTakeFirstOrThrow()
      const hidden = [
        `/share/feeds/${world.secretFeed}`,
        `/share/feeds/${inboxFeed}`,
        `/share/entries/${world.secretEntry}`,
        `/share/entries/${world.inboxEntry}`,
        ...['feeds', 'lists', 'entries', 'users'].map((page) => `/share/${page}/${world.unknown}`),
        `/share/users/ada@example.org`,
      ]
      for (const path of hidden)
        for (const who of ['anonymous', ...everybody] as const) {
          if (isOfReader(path, who)) {
            await expectReader(path, who as Who)
            continue
          }
          const answer = await visit(path, who)
          expect([path, who, answer.status]).toEqual([path, who, 404])
          isInnocent((await answer.text()).replaceAll(path, ''), path)
        }
    })

    test('are not put out by odd names, and write none of them down as it is', async () => {
      for (const page of ['feeds', 'lists', 'entries', 'users'])
        for (const odd of ODD) {
          const answer = await visit(`/share/${page}/${encodeURIComponent(odd)}`, 'anonymous')
          expect([page, odd.slice(0, 20), answer.status]).toEqual([page, odd.slice(0, 20), 404])
          expect(await answer.text()).not.toContain('<script>')
        }
      for (const path of [
        '/share/feeds/%E0%A4%A',
        '/avatars/a%00b',
        '/websub/a%00b',
        '/feed/a%00b',
        '/a%00b',
      ])
        for (const method of ['GET', 'POST'])
          expect((await visit(path, 'anonymous', method)).status, `${method} ${path}`).toBeLessThan(500)
    })

    test('are read and never written, and old addresses lead to them', async () => {
      const before = await belongings()
      for (const path of open())
        for (const method of ['POST', 'PUT', 'DELETE'])
          expect((await visit(path, 'ada', method)).status, `${method} ${path}`).toBe(404)
      expect(await belongings()).toEqual(before)
      for (const [old, now] of [
        ['feed', 'feeds'],
        ['list', 'lists'],
        ['profile', 'users'],
      ]) {
        const answer = await visit(`/${old}/a%20b`, 'anonymous')
        expect([answer.status, answer.headers.get('location')]).toEqual([301, `/share/${now}/a%20b`])
      }
    })
  })

  describe.each(BASES)('Google Reader at %s', (base) => {
    const send = (
      row: ReaderRow,
      token: string | null,
      parameters: RequestParameters = {},
      inForm = true,
    ) => {
      const headers: Record<string, string> =
        token === null ? {} : { authorization: `GoogleLogin auth=${token}` }
      const query = formOf(parameters).toString()
      if (row.method !== 'POST') return world.server.app.request(`${base}/${row.call}?${query}`, { headers })
      const file = row.body?.(world)
      const form = formOf(token !== null && inForm ? { T: token, ...parameters } : parameters)
      return world.server.app.request(`${base}/${row.call}`, {
        method: 'POST',
        headers: file === undefined ? headers : { ...headers, 'content-type': 'text/xml' },
        body: file ?? form,
      })
    }
    const goodOf = (row: ReaderRow): RequestParameters => row.parameters?.(world) ?? {}
    const tokenOf = (who: Who) => keys[who].token

    test.each(readerRows)('$call turns away who has no token, and changes nothing', async (row) => {
      const before = await lasting()
      const made = tokenOf('ada').replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
      for (const token of [
        null,
        made,
        'x',
        `${tokenOf('bob').split('/')[0]}/${tokenOf('ada').split('/')[1]}`,
      ]) {
        const answer = await send(row, token, goodOf(row))
        expect([token, answer.status]).toEqual([token, 401])
        expect(answer.headers.get('google-bad-token')).toBe('true')
        expect(answer.headers.get('x-reader-google-bad-token')).toBe('true')
        isInnocent(await answer.text(), 'a stranger')
      }
      // A session of the browser grants no access here: pages of other sites could use it.
      const { cookie } = world.people.ada
      const method = row.method ?? 'GET'
      const answer = await world.server.app.request(`${base}/${row.call}`, { method, headers: { cookie } })
      expect(answer.status).toBe(401)
      expect(await lasting()).toEqual(before)
    })

    test.each(readerRows)('$call shows and changes nothing of Ada’s for others', async (row) => {
      const before = await lasting()
      for (const who of ['bob', 'tom', 'root'] as const) {
        const answer = await send(row, tokenOf(who), goodOf(row))
        expect([who, answer.status]).toEqual([who, row.others ?? 200])
        const text = await answer.text()
        isInnocent(
          row.others ? text.replaceAll(JSON.stringify(goodOf(row)), '').replaceAll(MARK, '') : text,
          who,
        )
      }
      expect(await lasting()).toEqual(before)
    })

    // The rest is the same whether she still follows it.
    if (secret === 'left') return

    test.each(readerRows)('$call works for Ada', async (row) => {
      await folder(row.call === 'disable-tag' ? `${MARK} new` : MARK)
      const answer = await send(row, tokenOf('ada'), goodOf(row))
      const text = await answer.text()
      expect(answer.status, text).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      if (row.hasPrivateData) expect(text).toContain(MARK)
      expect(text).not.toContain('bob@example.org')
    })

    test.each(readerRows)('$call names the error, and accepts unusual text', async (row) => {
      for (const { label, parameters, status } of row.bad ?? []) {
        const answer = await send(row, tokenOf('tom'), parameters)
        expect([label, answer.status]).toEqual([label, status])
        if (status >= 400) expect((await answer.text()).length, label).toBeGreaterThan(5)
      }
      for (const [word] of Object.entries(goodOf(row)))
        for (const odd of ODD) {
          const answer = await send(row, tokenOf('tom'), { ...goodOf(row), [word]: odd })
          expect(answer.status, `${word}=${odd.slice(0, 20)}: ${await answer.text()}`).toBeLessThan(500)
        }
      if (row.method !== 'POST') return
      const headers = { authorization: `GoogleLogin auth=${tokenOf('tom')}` }
      const requests = (method: string, body?: typeof LARGE) =>
        world.server.app.request(`${base}/${row.call}`, { method, headers, ...(body && { body }) })
      if (!row.onlyReads) expect((await requests('GET')).status).toBe(405)
      const { status } = await requests('POST', LARGE)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
      const stale = await send(row, tokenOf('tom'), { ...goodOf(row), T: 'old' }, false)
      if (!row.body) expect(stale.status).toBe(row.onlyReads ? 200 : 401)
    })

    test('a file that is not OPML is refused with a parameters', async () => {
      for (const body of ['', 'no xml', '{"a":1}']) {
        const answer = await world.server.app.request(`${base}/subscription/import`, {
          method: 'POST',
          headers: { authorization: `GoogleLogin auth=${tokenOf('tom')}`, 'content-type': 'text/xml' },
          body,
        })
        expect(answer.status, body).toBeGreaterThanOrEqual(400)
        expect(answer.status, body).toBeLessThan(500)
      }
    })
  })

  describe.each(FEVER)('Fever at %s', (address) => {
    const send = (query: string, parameters: RequestParameters) =>
      world.server.app.request(`${address}?api&${query}`, { method: 'POST', body: formOf(parameters) })
    const keyOf = (who: Who): RequestParameters => ({ api_key: keys[who].fever })
    const auth0 = { api_version: 3, auth: 0 }

    test.each(feverParameters)('$word requires a key, and shows others nothing of Ada’s', async (row) => {
      const { word } = row
      for (const parameters of [
        {},
        { api_key: '' },
        { api_key: 'x'.repeat(32) },
        { api_key: keys.ada.token },
      ] as RequestParameters[])
        expect(await (await send(word, parameters)).json()).toEqual(auth0)
      for (const who of ['bob', 'tom', 'root'] as const) {
        const answer = await send(`${word}&with_ids=${world.secretEntry},${world.inboxEntry}`, keyOf(who))
        const text = await answer.text()
        expect(JSON.parse(text)).toMatchObject({
          api_version: 3,
          auth: 1,
          last_refreshed_on_time: expect.any(Number),
        })
        isInnocent(text, who)
      }
      await folder(MARK)
      const text = await (await send(word, keyOf('ada'))).text()
      expect(JSON.parse(text)).toHaveProperty(word)
      if (row.hasPrivateData && secret === 'followed') expect(text).toContain(MARK)
    })

    test('marks of others change nothing of Ada’s; those without a key nothing at all', async () => {
      await send('feeds&groups', keyOf('bob'))
      const before = await lasting()
      for (const parameters of feverMarks(world)) {
        for (const who of ['bob', 'tom', 'root'] as const)
          expect((await send('', { ...parameters, ...keyOf(who) })).status).toBe(200)
        expect(await (await send('', parameters)).json()).toEqual(auth0)
      }
      expect(await lasting()).toEqual(before)
    })

    test('Ada’s own marks are hers', async () => {
      for (const parameters of feverMarks(world)) {
        const answer = await send('', { ...parameters, ...keyOf('ada') })
        expect(await answer.json()).toMatchObject({ auth: 1 })
      }
    })

    // The rest is the same whether she still follows it.
    if (secret === 'left') return

    test('unusual text breaks nothing', async () => {
      for (const word of ['since_id', 'max_id', 'with_ids', 'mark', 'as', 'id', 'before', 'api_key'])
        for (const odd of [...ODD, '-1', '99999999999999999999', '1e9', '0x10']) {
          const message = { mark: 'item', as: 'read', id: '1', ...keyOf('tom'), [word]: odd }
          const answer = await send(`items&${word}=${encodeURIComponent(odd)}`, message)
          expect([word, odd.slice(0, 20), answer.status]).toEqual([word, odd.slice(0, 20), 200])
        }
      expect((await send('items', { ...keyOf('tom'), x: ' '.repeat(1_048_577) })).status).toBe(422)
    })
  })
})
