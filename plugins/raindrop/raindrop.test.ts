import { expect, onTestFinished, test } from 'vitest'
import { testBookmarkPlugin } from '../../tests/support/bookmark-plugin.ts'
import { createFolders, testFolders } from '../../tests/support/folder-plugin.ts'
import { startOAuth } from '../../tests/support/oauth.ts'
import { startPluginServer } from '../../tests/support/plugin-server.ts'
import { json } from '../../tests/support/service.ts'

type Passage = { readonly text: string; readonly note: string }
/** Highlights by the bookmark whose address is the entry's. */
const there = new Map<number, Passage[]>()
const folders = createFolders()
const itemOf = ({ id, name }: { id: string; name: string }) => ({
  _id: Number(id),
  title: name,
  access: { level: 4 },
})
const { last, plugin, service } = testBookmarkPlugin({
  id: 'raindrop',
  name: 'Raindrop',
  values: (url) => ({ raindropEndpoint: url }),
  connection: () => [['secrets', 'raindropToken', 'a-token']],
  respond: ({ method, path, body }) => {
    if (path === '/rest/v1/user') return json(200, { result: true })
    if (path === '/rest/v1/import/url/exists')
      return json(200, { result: there.size > 0, ids: [...there.keys()] })
    if (path === '/rest/v1/raindrop/12') {
      const { highlights = [] } = body === '' ? {} : (JSON.parse(body) as { highlights?: Passage[] })
      there.set(12, [...(there.get(12) ?? []), ...highlights])
      return json(200, { result: true, item: { _id: 12, highlights: there.get(12) } })
    }
    if (path === '/rest/v1/collections')
      return json(200, { result: true, items: folders.all().map(itemOf).slice(0, 1) })
    if (path === '/rest/v1/collections/childrens')
      return json(200, {
        result: true,
        items: [{ _id: 99, title: 'News', access: { level: 2 } }, ...folders.all().map(itemOf).slice(1)],
      })
    if (path === '/rest/v1/collection' && method === 'POST') {
      const { title } = JSON.parse(body) as { title: string }
      return json(200, { result: true, item: itemOf({ id: folders.add(title), name: title }) })
    }
    if (path.startsWith('/rest/v1/collection/')) {
      const one = folders.all().find(({ id }) => path.endsWith(`/${id}`))
      return one ? json(200, { result: true, item: itemOf(one) }) : json(404, { result: false })
    }
    if (method !== 'POST' || path !== '/rest/v1/raindrop') return null
    return json(200, { result: true, item: { _id: 12 } })
  },
  isSignedIn: ({ headers }) => headers.authorization === 'Bearer a-token',
})

test('the entry arrives with its labels as tags, and the bookmark opens', async () => {
  await plugin().label('work')
  expect(await plugin().save()).toMatchObject({
    output: { url: 'https://app.raindrop.io/my/0/item/12/edit' },
  })
  expect(JSON.parse(last().body)).toEqual({
    link: 'https://example.org/a',
    title: 'A title',
    excerpt: 'In short',
    tags: ['work'],
  })
})

test('a refusal that comes as success is one', async () => {
  service().refuseNext(json(200, { result: false, errorMessage: 'The account is full' }))
  expect(await plugin().save()).toEqual({
    ok: false,
    words: {
      key: 'outside.refused',
      values: { service: 'Raindrop', status: 200, reason: 'The account is full' },
    },
  })
})

testFolders({
  name: 'Raindrop',
  plugin,
  service,
  folders,
  isCreation: ({ method, path }) => method === 'POST' && path === '/rest/v1/collection',
  folderIn: ({ method, path, body }) =>
    method === 'POST' && path === '/rest/v1/raindrop'
      ? ((JSON.parse(body) as { collection?: { $id: number } }).collection?.$id ?? null)
      : undefined,
})

test('a collection that Raindrop does not create is named with the reason', async () => {
  service().refuse(({ path, method }) =>
    path === '/rest/v1/collection' && method === 'POST'
      ? json(200, { result: false, errorMessage: 'Pro only' })
      : null,
  )
  await plugin().setFolder('Pro')
  const values = { service: 'Raindrop', folder: 'Pro' }
  expect(await plugin().save()).toMatchObject({
    ok: true,
    output: { remark: { key: 'outside.noFolder', values, reason: 'Pro only' } },
  })
  service().refuse(() => null)
  await plugin().setFolder('')
})

test('an account is connected by the app of the administrator, and stays so when its token expires', async () => {
  let now = Date.UTC(2026, 10, 1)
  const env = { RAINDROP_CLIENT_ID: 'an-app', RAINDROP_CLIENT_SECRET: 'its-secret' }
  const own = await startPluginServer('raindrop', 'sqlite', { env, now: () => now })
  const oauth = await startOAuth({
    client: { id: 'an-app', secret: 'its-secret' },
    paths: { token: '/oauth/access_token', account: '/rest/v1/user' },
    accountBody: (fullName) => ({ result: true, user: { fullName } }),
    respond: () => json(200, { result: true, item: { _id: 12 } }),
  })
  onTestFinished(async () => {
    await own.close()
    await oauth.close()
  })
  const { url } = oauth.service
  await own.set({ values: { enableRaindrop: true, raindropEndpoint: url, raindropSite: url } })
  const request = { method: 'POST' }
  const begun = await (await own.user.request('/plugins/raindrop/sign-in', request)).json()
  const { address } = (begun as { data: { output: { address: string } } }).data.output
  await own.user.request(oauth.agree(address).replace(/^\/api/, ''), { redirect: 'manual' })
  const { data } = (await (await own.user.request('/plugins/raindrop/settings')).json()) as { data: object }
  expect(data).toMatchObject({ signIn: { isConnected: true, account: 'ada', needsClient: false } })
  for (const step of [0, 14 * 86_400_000]) {
    now += step
    expect(await own.save()).toMatchObject({ ok: true })
    expect(oauth.accountOf(oauth.service.requests.at(-1)!)).toBe('ada')
  }
})

test('what the user has starred is so there, too', async () => {
  await plugin().user.request('/collections', { method: 'POST', body: { entryId: plugin().entryId } })
  expect(await plugin().save()).toMatchObject({ ok: true })
  expect(JSON.parse(last().body)).toMatchObject({ important: true })
})

test('what the user has highlighted is so there, and a bookmark that is there gets what it lacks', async () => {
  await plugin().highlight('One')
  await plugin().save()
  expect(JSON.parse(last().body)).toMatchObject({ title: 'A title', highlights: [{ text: 'One', note: '' }] })
  there.set(12, [{ text: 'One', note: '' }])
  await plugin().highlight('story', 'Good')
  for (const _ of ['with a new one', 'without one'])
    expect(await plugin().save()).toMatchObject({ ok: true, output: { again: true } })
  expect(there.get(12)).toEqual([
    { text: 'One', note: '' },
    { text: 'story', note: 'Good' },
  ])
})
