/** Every address from a user or a foreign document: of the web, or refused, or left out. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AUTHORIZATION } from '../../../tests/support/authorization.ts'
import { pluginMatrices } from '../../../tests/support/plugin-contract.ts'
import { startTestServer, type TestUser, type TestServer } from '../../../tests/support/server.ts'
import { calls, type Call } from '../../contract/calls.ts'
import { readDocument } from '../feeds/read-document.ts'

const HOSTILE = [
  // Addresses that must be refused.
  'javascript:alert(1)',
  // As browsers read it.
  ' JaVa\tscript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  'file:///etc/passwd',
  'blob:https://a.example/1',
  'ftp://a.example/a',
  'other:// /a',
]

/** Addresses in requests, by call and path of the field, and the result for one that is not of the web. */
const FIELDS: Readonly<Record<string, 'refused' | 'left out' | 'looked up' | 'no address'>> = {
  ...Object.assign({}, ...pluginMatrices.map(({ addresses }) => addresses)),
  'actions.dryRun rules.result.webhooks': 'refused',
  'actions.put rules.result.webhooks': 'refused',
  'actions.run rules.result.webhooks': 'refused',
  'authorizations.create redirectUri': 'refused',
  'inboxes.savePage url': 'refused',
  'authorizations.get redirectUri': 'refused',
  'lists.create image': 'refused',
  'lists.update image': 'refused',
  'messaging.add token': 'refused',
  'pageFeeds.inspect url': 'refused',
  'plugins.addCatalogue address': 'refused',
  'plugins.install address': 'refused',
  'plugins.preview address': 'refused',
  'plugins.previewCatalogue address': 'refused',
  'queue.update tracks.image': 'left out',
  'subscriptions.export RSSHubURL': 'refused',
  'imports.entries entries.url': 'left out',
  'inboxes.webhook url': 'left out',
  'inboxes.webhook authorUrl': 'left out',
  'inboxes.webhook authorAvatar': 'left out',
  'inboxes.webhook media.url': 'left out',
  'inboxes.webhook media.preview_image_url': 'left out',
  'inboxes.webhook attachments.url': 'left out',
  'inboxes.webhook extra.links': 'left out',
  'inboxes.webhook extra.links.url': 'left out',
  'inboxes.webhook extra.podcast.chapters.image': 'left out',
  'inboxes.webhook extra.podcast.chapters.url': 'left out',
  'inboxes.webhook extra.podcast.chaptersUrl': 'left out',
  'inboxes.webhook extra.podcast.funding.url': 'left out',
  'inboxes.webhook extra.podcast.persons.image': 'left out',
  'inboxes.webhook extra.podcast.persons.url': 'left out',
  'inboxes.webhook extra.podcast.transcripts.url': 'left out',
  // Fetched addresses: the outbound client only requests http and https.
  'feeds.get url': 'looked up',
  'imports.entries entries.feedUrl': 'looked up',
  'plugins.fetch url': 'looked up',
  'subscriptions.create url': 'looked up',
  'subscriptions.delete url': 'looked up',
  // Of users and ledgers.
  'inboxes.email from.address': 'no address',
  'inboxes.email to.address': 'no address',
  'messaging.remove token': 'no address',
  'plugins.removeCatalogue address': 'no address',
  'sharedFolders.invitation token': 'no address',
  'sharedFolders.respond token': 'no address',
}

const NAMES = /(url|uri|href|link|links|image|avatar|website|endpoint|address|token|webhooks)$/i
type Described = {
  properties?: Record<string, Described>
  items?: Described
  anyOf?: Described[]
  allOf?: Described[]
}

/** The paths of a schema's fields with names of addresses. */
function namedLikeAddresses(schema: Described, path = ''): string[] {
  const inside = [schema.items, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((one) =>
    one ? namedLikeAddresses(one, path) : [],
  )
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`
    return [...(NAMES.test(name) ? [at] : []), ...namedLikeAddresses(field, at)]
  })
  return [...inside, ...fields]
}

test('every field of the contract that is called like an address is in the table', () => {
  const results = Object.entries(calls).flatMap(([name, { input }]: [string, Call]) => {
    const schema = z.toJSONSchema(input, {
      io: 'input',
      unrepresentable: 'any',
      reused: 'inline',
    }) as Described
    return namedLikeAddresses(schema).map((path) => `${name} ${path}`)
  })
  expect([...new Set(results)].toSorted()).toEqual(Object.keys(FIELDS).toSorted())
})

test('the address of a plugin is of the Web', () => {
  const origin = (address: string) => ({
    address,
    hash: 'a'.repeat(64),
    granted: [],
    key: 'of the catalogue',
  })
  const kinds = [
    'plugins.preview',
    'plugins.install',
    'plugins.previewCatalogue',
    'plugins.addCatalogue',
  ] as const
  for (const name of kinds) {
    expect(calls[name].input.safeParse(origin('https://a.example/plugin.json')).success).toBe(true)
    for (const address of HOSTILE)
      expect([address, calls[name].input.safeParse(origin(address)).success]).toEqual([address, false])
  }
})

describe('an address that is not of the Web', () => {
  let server: TestServer
  let ada: TestUser
  let listId: string
  beforeAll(async () => {
    server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
    ada = await server.signUp('ada')
    const made = await post('/lists', { title: 'Picks', view: 0, fee: 0, image: '' })
    listId = ((await made.json()) as { data: { id: string } }).data.id
  })
  afterAll(() => server.close())

  const post = (path: string, body: unknown, method = 'POST') => ada.request(path, { method, body })
  const rules = (url: string) => ({
    rules: [{ name: 'Send', condition: [], result: { webhooks: [url] } }],
  })
  const refusing: Readonly<Record<string, (address: string) => Promise<Response>>> = {
    'the image of a new list': (image) => post('/lists', { title: 'Picks', view: 0, fee: 0, image }),
    'the image of a list': (image) => post('/lists', { listId, image }, 'PATCH'),
    'where addresses of a plugin lead in an export': (address) =>
      ada.request(`/subscriptions/export?RSSHubURL=${encodeURIComponent(address)}`),
    'the address of a page to save': (url) => post('/inboxes/pages', { url }),
    'the address of a page to make a feed of': (url) => post('/page-feeds/inspect', { url }),
    'a webhook of a rule': (url) => post('/actions', rules(url), 'PUT'),
    'a webhook of a dry run': (url) => post('/actions/dry-run', rules(url)),
    'a webhook of a run': (url) => post('/actions/run', rules(url)),
    'where a program sends the browser': (redirectUri) => {
      const client = JSON.stringify({ client_name: 'Program', redirect_uris: [redirectUri] })
      const clientId = Buffer.from(client).toString('base64url')
      return post('/authorizations', { ...AUTHORIZATION, clientId, redirectUri, scopes: ['read'] })
    },
    'the endpoint of a push': (endpoint) =>
      post('/messaging', { channel: 'web', token: JSON.stringify({ endpoint, keys: {} }) }),
    'a picture of a user': (image) => post('/better-auth/update-user', { image }),
    'a website of a user': (website) => post('/better-auth/update-user', { website: website.slice(0, 60) }),
    'a link of a user': (twitter) => post('/better-auth/update-user', { socialLinks: { twitter } }),
  }

  test.each(Object.keys(refusing))('is refused with a message: %s', async (name) => {
    for (const address of HOSTILE) {
      const answer = await refusing[name]!(address)
      const { message, reason = message } = (await answer.json()) as { message: string; reason?: string }
      expect([address, answer.status]).toEqual([
        address,
        expect.toSatisfy((status) => [400, 422].includes(status)),
      ])
      expect(reason).toMatch(/address|fetch/i)
    }
  })

  test.each(['the image of a new list', 'a picture of a user', 'a website of a user', 'a link of a user'])(
    'one of the Web is taken: %s',
    async (name) => {
      for (const address of ['https://a.example/b?c=d', 'http://a.example/'])
        expect((await refusing[name]!(address)).status).toBe(200)
    },
  )

  test('an empty picture of a list is none', async () => {
    const answer = await server.request(`/lists?listId=${listId}`)
    expect(await answer.json()).toMatchObject({ data: { list: { image: null } } })
  })

  test('a link of a user may be a name', async () => {
    expect((await post('/better-auth/update-user', { socialLinks: { github: 'ada' } })).status).toBe(200)
  })

  test('a push to a plain http address is refused, unless the owner has named its host', async () => {
    const token = JSON.stringify({ endpoint: 'http://push.example/1', keys: { p256dh: 'a', auth: 'b' } })
    expect((await post('/messaging', { channel: 'web', token })).status).toBe(400)
    expect((await post('/messaging', { channel: 'ios', token: 'of another service' })).status).toBe(200)
  })

  test('links that were stored before they were validated are never shown', async () => {
    const socialLinks = JSON.stringify({ twitter: HOSTILE[0], github: 'ada' })
    await server.storage.db.updateTable('user').set({ socialLinks }).where('id', '=', ada.id).execute()
    const answer = await server.request(`/profiles?id=${ada.id}`)
    expect(await answer.json()).toMatchObject({ data: { socialLinks: { github: 'ada' } } })
    expect(await (await ada.request('/better-auth/get-session')).text()).not.toContain('javascript:')
  })

  test('is left out of what a program puts into an inbox', async () => {
    await post('/inboxes', { handle: 'letters' })
    const { data } = (await (await ada.request('/inboxes?handle=letters')).json()) as {
      data: { secret: string }
    }
    const headers = { 'x-follow-handle': 'letters', 'x-follow-secret': data.secret }
    for (const [at, url] of HOSTILE.entries()) {
      const media = [
        { type: 'photo', url },
        { type: 'video', url: 'https://a.example/v', preview_image_url: url },
      ]
      const body = {
        guid: String(at),
        publishedAt: new Date().toISOString(),
        content: `<a href="${url}">x</a>`,
        url,
        authorUrl: url,
        authorAvatar: url,
        media,
        attachments: [{ url }],
        extra: {
          links: [{ type: 'reply', url }],
          podcast: {
            chapters: [{ start: 0, title: 'One', image: url, url }],
            chaptersUrl: url,
            persons: [{ name: 'Ann', image: url, url }],
            transcripts: [{ url }],
          },
        },
      }
      const answer = await server.request('/inboxes/webhook', { method: 'POST', body, headers })
      expect([url, answer.status]).toEqual([url, 200])
    }
    const stored = await server.storage.db.selectFrom('entries').selectAll().execute()
    expect(stored).toHaveLength(HOSTILE.length)
    for (const entry of stored) {
      expect(entry).toMatchObject({
        url: null,
        authorUrl: null,
        authorAvatar: null,
        attachments: null,
        extra: null,
      })
      expect(JSON.parse(entry.media ?? '[]')).toEqual([{ type: 'video', url: 'https://a.example/v' }])
    }
  })
})

describe('a document whose every address is hostile', () => {
  const rss = (
    url: string,
  ) => `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>F</title><link>${url}</link><image><url>${url}</url></image><itunes:image href="${url}"/>
    <item><guid isPermaLink="true">${url}</guid><title>A</title><link>${url}</link><comments>${url}</comments><enclosure url="${url}" type="audio/mpeg"/><media:content url="${url}" medium="image"/><media:thumbnail url="${url}"/><media:player url="${url}"/><itunes:image href="${url}"/><description>Text</description></item></channel></rss>`
  const atom = (url: string) =>
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${url}"><title>F</title><link href="${url}"/><logo>${url}</logo><icon>${url}</icon><entry><id>${url}</id><title>A</title><link href="${url}"/><link rel="enclosure" href="${url}" type="video/mp4"/><author><name>A</name><uri>${url}</uri></author><content type="audio/mpeg" src="${url}"/></entry></feed>`
  const json = (url: string) =>
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'F',
      home_page_url: url,
      icon: url,
      items: [
        {
          id: url,
          url,
          external_url: url,
          image: url,
          banner_image: url,
          content_text: 'Text',
          authors: [{ name: 'A', url, avatar: url }],
          attachments: [{ url, mime_type: 'audio/mpeg' }],
        },
      ],
    })
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\t', '&#9;')

  test.each([
    ['RSS', (url: string) => rss(escaped(url))],
    ['Atom', (url: string) => atom(escaped(url))],
    ['JSON', json],
  ])('%s leaves none of them', async (_, written) => {
    for (const url of HOSTILE) {
      const bytes = new TextEncoder().encode(written(url))
      const read = await readDocument({ bytes, contentType: null, url: 'https://site.example/feed' }, 0)
      if (!read.ok) throw new Error(read.message)
      const { guid: _guid, ...entry } = read.entries[0]!
      const addresses = JSON.stringify([read.feed, entry]).match(/[a-z]+:[^"]+/gi) ?? []
      expect([
        url,
        addresses.filter((address) => !/^https?:/.test(address) && !/^[a-z]+:$/i.test(address)),
      ]).toEqual([url, []])
      // Read as a relative address it belongs to the site, and is harmless.
      expect(JSON.stringify([read.feed, entry])).not.toMatch(/"\s*(java|vb)\s*script:/i)
    }
  })
})
