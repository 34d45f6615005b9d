import type { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seedEntries, seedFeed, seedSubscription } from '../../tests/support/library.ts'
import { startMailbox, type Mailbox } from '../../tests/support/mailbox.ts'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { kinds } from '../../tests/support/storage.ts'
import type { TestUser } from '../../tests/support/server.ts'
import { morning } from './testing/morning.ts'
import { unzipped } from '../../tests/support/unzipped.ts'
import { MAX_DIGESTS, type Digest, type DigestInput } from './contract.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Monday. */
const START = Date.UTC(2026, 10, 2, 5)

let box: Mailbox
let plugin: PluginServer
let now = START
let feedId = ''

/** @param smtp the mail server: with one, only the first user may sign in before confirming */
const start = async (kind: (typeof kinds)[number] = 'sqlite', smtp = box.url) => {
  const env = { SMTP_URL: smtp, MAIL_FROM: 'Lectern <lectern@example.org>', LOG_LEVEL: 'silent' }
  plugin = await startPluginServer('digests', kind, { env, now: () => now })
  await plugin.set({ values: { enableDigests: true } })
  await confirm(plugin.user.id)
  feedId = await seedFeed(plugin.server.storage, { url: 'https://news.example/feed', title: 'News' })
  await seedSubscription(plugin.server.storage, plugin.user.id, feedId)
  await plugin.runJobs()
  await plugin.deliver()
  box.mails.length = 0
}
const confirm = (id: string) =>
  plugin.server.storage.db.updateTable('user').set({ emailVerified: 1 }).where('id', '=', id).execute()

type Result<T> = { readonly ok: true; readonly output: T }
const put = async (change: Partial<DigestInput> & { id?: string } = {}) =>
  ((await plugin.call('put', { ...morning, ...change })) as Result<Digest>).output
const list = async () => ((await plugin.call('list', {})) as Result<{ digests: Digest[] }>).output.digests
/** An entry of the feed that arrives now. */
const arrives = async (title: string, more: object = {}) => {
  const [id = ''] = await seedEntries(plugin.server.storage, feedId, [
    {
      title,
      url: `https://news.example/${encodeURIComponent(title)}`,
      publishedAt: now,
      insertedAt: now,
      ...more,
    },
  ])
  return id
}
/** Runs what is due, and delivers the mail. */
const work = async () => {
  await plugin.runJobs()
  await plugin.deliver()
}
const callAs = async (user: TestUser, name: string, body: unknown) => {
  const answer = await user.request(`/plugins/digests/calls/${name}`, {
    method: 'POST',
    body: { input: body },
  })
  return ((await answer.json()) as { data: unknown }).data
}

beforeEach(async () => {
  now = START
  box = await startMailbox()
})
afterEach(async () => {
  await plugin.close()
  await box.close()
})

describe.each(kinds)('digests on %s', (kind) => {
  test('what is new is sent at the hour, each entry once, and an empty digest is not sent', async () => {
    await start(kind)
    await arrives('First')
    const { id, nextAt } = await put()
    expect(nextAt).toBe(START + 2 * HOUR)
    await work()
    expect(box.mails).toEqual([])
    now = START + 2 * HOUR
    await work()
    expect(box.mails.map(({ subject }) => subject)).toEqual(['Morning: 1 new'])
    expect(box.mails[0]?.to?.map(({ address }) => address)).toEqual([plugin.user.email])
    expect(box.mails[0]?.text).toContain('1. First\nNews · Nov 2, 2026\nhttps://news.example/First')
    expect(await list()).toMatchObject([{ id, lastAt: now, lastCount: 1, nextAt: now + DAY, problem: null }])
    now += DAY
    await work()
    expect(box.mails).toHaveLength(1)
    await arrives('Second')
    now += DAY
    await work()
    expect(box.mails).toHaveLength(2)
    expect(box.mails[1]?.text).toContain('1. Second')
    expect(box.mails[1]?.text).not.toContain('First')
  })

  test('a period is sent once, by several processes and after a crash', async () => {
    await start(kind)
    await arrives('First')
    await put()
    now = START + 2 * HOUR
    await Promise.all([
      plugin.runJobs(),
      plugin.runJobs(),
      plugin.call('send', { id: (await list())[0]?.id }),
    ])
    await plugin.deliver()
    expect(box.mails).toHaveLength(1)
    // The job runs again, as after a crash: the period is over.
    await arrives('Second')
    await plugin.server.storage.db.updateTable('jobs').set({ runAt: now, lease: 0 }).execute()
    await work()
    expect(box.mails).toHaveLength(1)
  })

  test('a second user sees no digest of the first, and reaches none', async () => {
    await start(kind, '')
    await arrives('First')
    const { id } = await put()
    const other = await plugin.server.signUp('other')
    await other.request('/plugins/digests/settings', {
      method: 'PATCH',
      body: { values: { enableDigests: true } },
    })
    await confirm(other.id)
    expect(await callAs(other, 'list', {})).toEqual({ ok: true, output: { digests: [] } })
    const missing = { ok: false, words: { key: 'noDigest' } }
    for (const name of ['preview', 'send', 'epub', 'makePodcast', 'removePodcast'])
      expect(await callAs(other, name, { id }), name).toEqual(missing)
    expect(await callAs(other, 'put', { ...morning, id, name: 'Mine' })).toEqual(missing)
    expect(await callAs(other, 'remove', { id })).toEqual({ ok: true, output: {} })
    expect(await list()).toMatchObject([{ id, name: 'Morning' }])
    // They do not follow the feed.
    const own = (await callAs(other, 'put', { ...morning, query: '' })) as Result<Digest>
    expect(await callAs(other, 'preview', { id: own.output.id })).toMatchObject({ output: { entries: [] } })
  })

  test('what rules hide is in no digest, and neither is what arrived before its first period', async () => {
    await start(kind)
    const hidden = await arrives('Advert')
    await plugin.server.storage.db
      .insertInto('entryActions')
      .values({ userId: plugin.user.id, entryId: hidden, blocked: 1, result: '{}' })
      .execute()
    await arrives('Old', { insertedAt: now - 3 * DAY })
    await arrives('Fresh', { insertedAt: now - 12 * HOUR })
    const { id } = await put()
    expect(await plugin.call('preview', { id })).toMatchObject({
      output: { entries: [{ title: 'Fresh', feed: 'News' }], more: 0, isLast: false },
    })
  })

  test('an account takes its digests with it', async () => {
    await start(kind)
    await arrives('First')
    const { id } = await put()
    await plugin.call('send', { id })
    const { db } = plugin.server.storage
    await db.deleteFrom('user').where('id', '=', plugin.user.id).execute()
    const left = db as unknown as Kysely<{ digests: object; digestsEntries: object }>
    expect(await left.selectFrom('digests').selectAll().execute()).toEqual([])
    expect(await left.selectFrom('digestsEntries').selectAll().execute()).toEqual([])
  })
})

test('it has room for so many, the others are passed by', async () => {
  await start()
  for (let n = 1; n <= 5; n += 1) await arrives(`Entry ${n}`, { publishedAt: now - n })
  const { id } = await put({ entries: 2 })
  expect(await plugin.call('preview', { id })).toMatchObject({
    output: { entries: [{ title: 'Entry 1' }, { title: 'Entry 2' }], more: 3 },
  })
  expect(await plugin.call('send', { id })).toEqual({ ok: true, output: { count: 2 } })
  await plugin.deliver()
  expect(box.mails[0]?.text).toContain('3 more new entries are in Lectern.')
  expect(await plugin.call('send', { id })).toEqual({ ok: false, words: { key: 'nothingNew' } })
  expect(await plugin.call('preview', { id })).toMatchObject({
    output: { entries: [{ title: 'Entry 1' }, { title: 'Entry 2' }], more: 0, isLast: true },
  })
})

test('an entry that the query selects later is in the next one', async () => {
  await start()
  const id = await arrives('Read later')
  await put({ query: 'is:starred' })
  now = START + 2 * HOUR
  await work()
  expect(box.mails).toEqual([])
  await plugin.user.request('/collections', { method: 'POST', body: { entryId: id, view: 0 } })
  now += DAY
  await work()
  expect(box.mails[0]?.text).toContain('Read later')
})

test('another query does not bring all that it would have selected before', async () => {
  await start()
  const { id } = await put()
  now += 10 * DAY
  await arrives('Long ago', { insertedAt: now - 5 * DAY })
  await arrives('Just now')
  await put({ id, query: 'title:ago OR title:now' })
  expect(await plugin.call('preview', { id })).toMatchObject({
    output: { entries: [{ title: 'Just now' }] },
  })
})

test('why a digest is not sent is stored, and its entries come with the next one', async () => {
  await start()
  await plugin.server.storage.db.updateTable('user').set({ emailVerified: 0 }).execute()
  await arrives('First')
  await put()
  now = START + 2 * HOUR
  await work()
  expect(box.mails).toEqual([])
  expect(await list()).toMatchObject([
    { lastAt: null, problem: { key: 'plugin.mailUnconfirmed', values: { address: plugin.user.email } } },
  ])
  await confirm(plugin.user.id)
  now += DAY
  await work()
  expect(box.mails[0]?.text).toContain('1. First')
  expect(await list()).toMatchObject([{ lastAt: now, problem: null }])
})

test('a busy mail server gets it later, once', async () => {
  await start()
  await arrives('First')
  const { id } = await put()
  box.refuse = 451
  await plugin.call('send', { id })
  await plugin.deliver()
  expect(box.mails).toEqual([])
  box.refuse = null
  now += HOUR
  await work()
  expect(box.mails).toHaveLength(1)
})

test('one that was due while the server was down is sent when it is up, once', async () => {
  await start()
  await arrives('First')
  await put()
  now = START + 3 * DAY
  await work()
  await work()
  expect(box.mails).toHaveLength(1)
  expect((await list())[0]?.nextAt).toBe(START + 2 * HOUR + 3 * DAY)
})

test('a bad query is named, as are a bad zone and a full list', async () => {
  await start()
  expect(await plugin.call('put', { ...morning, query: 'feed:"News' })).toEqual({
    ok: false,
    words: { key: 'app:query.errors.unclosedQuote', values: {} },
  })
  expect(await plugin.call('put', { ...morning, timeZone: 'Europe/Nowhere' })).toEqual({
    ok: false,
    words: { key: 'noTimeZone', values: { zone: 'Europe/Nowhere' } },
  })
  for (let n = 0; n < MAX_DIGESTS; n += 1) await put({ name: `Digest ${n}` })
  expect(await plugin.call('put', morning)).toEqual({
    ok: false,
    words: { key: 'tooMany', values: { limit: MAX_DIGESTS } },
  })
  await plugin.call('remove', { id: (await list())[0]?.id })
  expect(await plugin.call('put', morning)).toMatchObject({ ok: true })
})

test('a digest that is not sent by itself waits for its user', async () => {
  await start()
  await arrives('First')
  const { id, nextAt } = await put({ byMail: false })
  expect(nextAt).toBeNull()
  now += 3 * DAY
  await work()
  expect(box.mails).toEqual([])
  await plugin.call('send', { id })
  await plugin.deliver()
  expect(box.mails).toHaveLength(1)
})

test('titles and names add no headers and no lines', async () => {
  await start()
  await arrives('A title\r\nBcc: eve@example.org', { url: null })
  const { id } = await put({ name: 'Morning\r\nBcc: eve@example.org' })
  await plugin.call('send', { id })
  await plugin.deliver()
  expect(box.mails[0]?.bcc ?? []).toEqual([])
  expect(box.mails[0]?.subject).toBe('Morning Bcc: eve@example.org: 1 new')
  expect(box.mails[0]?.text).toContain('1. A title Bcc: eve@example.org\n')
})

test('it says where an e-mail cannot be sent at all', async () => {
  await start('sqlite', '')
  await arrives('First')
  const { id } = await put()
  expect(await plugin.call('send', { id })).toEqual({ ok: false, words: { key: 'plugin.noMail' } })
  expect(await plugin.call('preview', { id })).toMatchObject({ output: { isLast: false } })
})

test('the book is attached, and downloaded, also after it was sent', async () => {
  await start()
  await arrives('First', { content: '<p>Whole <b>text</b></p>' })
  const { id } = await put({ withEpub: true })
  await plugin.call('send', { id })
  await plugin.deliver()
  const [file] = box.mails[0]?.attachments ?? []
  expect(file).toMatchObject({ filename: 'Morning 2026-11-02.epub', mimeType: 'application/epub+zip' })
  const attached = unzipped(new Uint8Array(file?.content as ArrayBuffer))
  expect(attached['EPUB/chapter-1.xhtml']).toContain('<p>Whole <b>text</b></p>')
  const { output } = (await plugin.call('epub', { id })) as Result<{ name: string; base64: string }>
  expect(output.name).toBe('Morning 2026-11-02.epub')
  expect(unzipped(Buffer.from(output.base64, 'base64'))['EPUB/nav.xhtml']).toContain('First')
})

test('a digest that has nothing and never had has no book', async () => {
  await start()
  const { id } = await put()
  expect(await plugin.call('epub', { id })).toEqual({ ok: false, words: { key: 'nothingToDownload' } })
})
