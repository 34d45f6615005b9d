import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseHTML } from 'linkedom'
import { afterEach, describe, expect, test } from 'vitest'
import { seedEntries, seedFeed, seedSubscription } from '../../../tests/support/library.ts'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'

const evil = `"><script>alert(1)</script><img src=x onerror="alert(2)">`
let server: TestServer
afterEach(() => server.close())

/** A page as a visitor without an account and without JavaScript gets it. */
async function visit(path: string) {
  const answer = await server.app.request(path)
  const text = await answer.text()
  const { document } = parseHTML(text)
  const meta = (name: string) =>
    document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content') ?? null
  return { answer, text, document, meta, status: answer.status, shown: document.body?.textContent ?? '' }
}

describe('public pages', () => {
  test('show a feed and an entry with what previews are made of', async () => {
    server = await startTestServer({ env: { PUBLIC_URL: 'https://read.example' } })
    const feedId = await seedFeed(server.storage, {
      title: 'Paper & Light',
      description: 'About <b>paper</b>',
      siteUrl: 'https://paper.example/',
      image: 'https://paper.example/logo.png',
    })
    const [entryId] = await seedEntries(server.storage, feedId, [
      {
        title: 'Folding',
        url: 'https://paper.example/1',
        content: '<p>Fold <em>twice</em>.</p>',
        language: 'de',
      },
    ])
    const feed = await visit(`/share/feeds/${feedId}`)
    expect(feed.status).toBe(200)
    expect(feed.answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(feed.answer.headers.get('content-security-policy')).toContain("script-src 'none'")
    expect(feed.document.querySelectorAll('script')).toHaveLength(0)
    expect(feed.meta('og:title')).toBe('Paper & Light')
    expect(feed.meta('og:description')).toBe('About paper')
    expect(feed.meta('og:image')).toBe('https://paper.example/logo.png')
    expect(feed.meta('og:url')).toBe(`https://read.example/share/feeds/${feedId}`)
    const address = feed.document.querySelector('li a')?.getAttribute('href')
    expect(address).toBe(`/share/entries/${entryId}`)
    const entry = await visit(address ?? '')
    expect(entry.document.querySelector('article em')?.textContent).toBe('twice')
    expect(entry.document.documentElement.getAttribute('lang')).toBe('de')
    expect(entry.meta('og:type')).toBe('article')
    expect(entry.meta('description')).toBe('Fold twice.')
  })

  test('show a user with their public subscriptions and lists', async () => {
    server = await startTestServer()
    const ada = await server.signUp('ada')
    await ada.request('/better-auth/update-user', {
      method: 'POST',
      body: { handle: 'ada', bio: 'Numbers.' },
    })
    const open = await seedFeed(server.storage, { title: 'Open feed' })
    const secret = await seedFeed(server.storage, { title: 'Secret feed' })
    await seedSubscription(server.storage, ada.id, open)
    await seedSubscription(server.storage, ada.id, secret, { isPrivate: 1 })
    const made = await ada.request('/lists', {
      method: 'POST',
      body: { title: 'Ada’s picks', view: 0, fee: 0, description: 'Mine' },
    })
    const { data } = (await made.json()) as { data: { id: string } }
    await ada.request('/lists/feeds', { method: 'POST', body: { listId: data.id, feedId: open } })
    for (const name of [ada.id, '@ada', 'ada']) {
      const user = await visit(`/share/users/${name}`)
      expect([name, user.status]).toEqual([name, 200])
      expect(user.shown).toContain('Numbers.')
      expect(user.shown).toContain('Open feed')
      expect(user.text).not.toMatch(/Secret feed|ada@example\.org/)
      expect(user.shown).toContain('Ada’s picks')
    }
    const list = await visit(`/share/lists/${data.id}`)
    expect(list.meta('og:title')).toBe('Ada’s picks')
    expect(list.shown).toContain('Open feed')
  })

  test('show nothing that is not for everybody', async () => {
    server = await startTestServer()
    const ada = await server.signUp('ada')
    const secret = await seedFeed(server.storage, { title: 'Secret feed' })
    await seedSubscription(server.storage, ada.id, secret, { isPrivate: 1 })
    const [entryId] = await seedEntries(server.storage, secret, [{ title: 'Secret entry' }])
    await ada.request('/inboxes', {
      method: 'POST',
      body: { handle: 'letters-of-ada', title: 'Secret letters' },
    })
    const inbox = await server.storage.db.selectFrom('inboxes').select('feedId').executeTakeFirstOrThrow()
    const [letter] = await seedEntries(server.storage, inbox.feedId, [{ title: 'Secret letter' }])
    const paths = [
      `feeds/${secret}`,
      `feeds/${inbox.feedId}`,
      `entries/${entryId}`,
      `entries/${letter}`,
      'users/nobody',
      'lists/1',
      'feeds/x',
      `feeds/${encodeURIComponent(evil)}`,
    ]
    for (const path of paths) {
      const page = await visit(`/share/${path}`)
      expect([path, page.status]).toEqual([path, 404])
      expect(page.shown).not.toContain('Secret')
      expect(page.document.querySelectorAll('script, img')).toHaveLength(0)
    }
  })
})

test('a user with a session gets the reader for feeds, lists and users, and the page itself for an entry', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'lectern-dist-'))
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>The reader</title>')
  server = await startTestServer({ dist })
  const ada = await server.signUp('ada')
  const feedId = await seedFeed(server.storage, { title: 'Open feed' })
  await seedSubscription(server.storage, ada.id, feedId)
  const [entryId] = await seedEntries(server.storage, feedId, [{ title: 'Folding' }])
  const visitAs = async (path: string, headers: Record<string, string>) => {
    const answer = await server.app.request(`/share/${path}`, { headers })
    return { text: await answer.text(), vary: answer.headers.get('vary') ?? '' }
  }
  for (const path of [`feeds/${feedId}`, 'lists/1', `users/${ada.id}`]) {
    const own = await visitAs(path, { cookie: ada.cookie })
    expect([path, own.text]).toEqual([path, expect.stringContaining('The reader')])
    const foreign = await visitAs(path, { cookie: 'better-auth.session_token=made.up' })
    expect([path, foreign.text]).toEqual([path, expect.not.stringContaining('The reader')])
    // A cache must not show one to the other.
    for (const { vary } of [own, foreign]) expect(vary).toContain('Cookie')
  }
  const entry = await visitAs(`entries/${entryId}`, { cookie: ada.cookie })
  expect(entry.text).toContain('Folding')
  rmSync(dist, { recursive: true })
})

test('any name of a feed or user is escaped', async () => {
  server = await startTestServer()
  const ada = await server.signUp('ada')
  await ada.request('/better-auth/update-user', {
    method: 'POST',
    body: { bio: evil, name: evil.slice(0, 50) },
  })
  const feedId = await seedFeed(server.storage, {
    title: evil,
    description: evil,
    siteUrl: 'javascript:alert(3)',
    image: 'javascript:alert(4)',
  })
  await seedSubscription(server.storage, ada.id, feedId)
  const [entryId] = await seedEntries(server.storage, feedId, [
    { title: evil, author: evil, url: 'javascript:alert(5)', language: '"><script>' },
  ])
  for (const path of [`feeds/${feedId}`, `entries/${entryId}`, `users/${ada.id}`]) {
    const page = await visit(`/share/${path}`)
    expect(page.status).toBe(200)
    expect(page.document.querySelectorAll('script, img, [onerror]')).toHaveLength(0)
    expect(page.text).not.toContain('javascript:')
  }
})

test('old addresses lead to the new ones', async () => {
  server = await startTestServer()
  for (const [old, now] of [
    ['/feed/12', '/share/feeds/12'],
    ['/list/12', '/share/lists/12'],
    ['/profile/@ada', '/share/users/%40ada'],
  ] as const) {
    const answer = await server.app.request(old)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, now])
  }
})
