/** A client API user for tests: an app password, a few subscriptions, and clients of both protocols. */
import { createHash } from 'node:crypto'
import type { TokenLimit } from '../../src/contract/app-passwords.ts'
import type { Proof } from '../../src/contract/proof.ts'
import type { TokenScope } from '../../src/contract/token-scopes.ts'
import { PASSWORD, type TestServer, type TestUser } from './server.ts'
import { NOON, seedEntries, seedFeed, seedSubscription } from './library.ts'

export type Shelf = {
  readonly user: TestUser
  readonly password: string
  /** Three feeds: two in the folder News, the third without a folder and hidden from timelines. */
  readonly feeds: readonly [string, string, string]
  /** Two entries in each, in the order of the feeds, ids rising; each arrived a minute after the one before. */
  readonly entries: readonly string[]
}

export const MINUTE = 60_000

export async function makeShelf(server: TestServer, name?: string): Promise<Shelf> {
  const { storage } = server
  const user = await server.signUp(name)
  const password = await appPasswordOf(user)
  const feeds = [
    await seedFeed(storage, {
      title: 'First',
      siteUrl: 'https://first.example/',
      image: 'https://first.example/i.png',
    }),
    await seedFeed(storage, { title: 'Second' }),
    await seedFeed(storage, { title: 'Third' }),
  ] as const
  await seedSubscription(storage, user.id, feeds[0], { category: 'News' })
  await seedSubscription(storage, user.id, feeds[1], { category: 'News', title: 'Mine', view: 1 })
  await seedSubscription(storage, user.id, feeds[2], { hideFromTimeline: 1 })
  const entries: string[] = []
  for (const feed of feeds)
    for (const at of [0, 1])
      entries.push(
        ...(await seedEntries(storage, feed, [
          {
            title: `${at}`,
            url: `https://first.example/${entries.length}`,
            author: 'Ada',
            content: `<p>Text ${entries.length}</p>`,
            insertedAt: NOON + entries.length * MINUTE,
            publishedAt: NOON - entries.length * MINUTE,
            attachments: JSON.stringify([
              { url: 'https://first.example/a.mp3', mime_type: 'audio/mpeg', size_in_bytes: 7 },
            ]),
          },
        ])),
      )
  return { user, password, feeds, entries }
}

/** Created for another reader app of the user. @param proof the password, or the code of users with a second factor */
export async function appPasswordOf(
  { request }: Pick<TestUser, 'request'>,
  proof: Proof = { password: PASSWORD },
): Promise<string> {
  const answer = await request('/app-passwords', { method: 'POST', body: { name: 'Phone', ...proof } })
  const { data } = (await answer.json()) as { data: { password: string } }
  return data.password
}

/** A token: an app password with scopes. @returns the password, and requests with it as a bearer token */
export async function tokenOf(
  server: Pick<TestServer, 'request'>,
  user: Pick<TestUser, 'request'>,
  input: { readonly scopes: readonly TokenScope[]; readonly limit?: TokenLimit },
  proof: Proof = { password: PASSWORD },
): Promise<{ readonly password: string; readonly request: TestServer['request'] }> {
  const answer = await user.request('/app-passwords', {
    method: 'POST',
    body: { name: 'Program', ...input, ...proof },
  })
  if (!answer.ok) throw new Error(await answer.text())
  const { data } = (await answer.json()) as { data: { password: string } }
  const authorization = `Bearer ${data.password}`
  return {
    password: data.password,
    request: (path, init) => server.request(path, { ...init, headers: { ...init?.headers, authorization } }),
  }
}

/** Another user's list, followed by the user: its name, its id and its feeds, with an entry each. */
export type FollowedList = {
  readonly id: string
  readonly owner: TestUser
  readonly feeds: readonly string[]
  readonly entries: readonly string[]
}

/** @param also further feeds of the list besides a new one */
export async function followAList(
  server: TestServer,
  shelf: Shelf,
  title: string,
  also: readonly string[] = [],
): Promise<FollowedList> {
  const owner = await server.signUp()
  const feed = await seedFeed(server.storage, { title: 'Listed' })
  const entries = await seedEntries(server.storage, feed, [
    { title: 'Listed entry', insertedAt: NOON + 60 * MINUTE },
  ])
  const post = async (user: TestUser, path: string, body: unknown): Promise<unknown> => {
    const answer = await user.request(path, { method: 'POST', body })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return answer.json()
  }
  const made = (await post(owner, '/lists', { title, view: 0, fee: 0 })) as { data: { id: string } }
  const { id } = made.data
  await post(owner, '/lists/feeds', { listId: id, feedIds: [feed, ...also] })
  await post(shelf.user, '/subscriptions', { listId: id, view: 0 })
  return { id, owner, feeds: [feed, ...also], entries }
}

/** The user's credentials in another reader. */
type SignsIn = { readonly user: Pick<TestUser, 'email'>; readonly password: string }

export type Greader = {
  readonly token: string
  readonly get: (call: string, input?: RequestParameters) => Promise<Response>
  readonly post: (call: string, input?: RequestParameters) => Promise<Response>
}
/** Parameters of a query or form; a parameter with several values is repeated. */
export type RequestParameters = Readonly<Record<string, string | readonly string[]>>

export const formOf = (input: RequestParameters): URLSearchParams =>
  new URLSearchParams(
    Object.entries(input).flatMap(([key, value]) =>
      [value].flat().map((one): [string, string] => [key, String(one)]),
    ),
  )

/** @param base `/api/greader.php` or nothing */
export async function greaderOf(
  server: Pick<TestServer, 'app'>,
  { user, password }: SignsIn,
  base: string,
): Promise<Greader> {
  const body = formOf({ Email: user.email, Passwd: password })
  const login = await server.app.request(`${base}/accounts/ClientLogin`, { method: 'POST', body })
  const token = /^Auth=(.+)$/m.exec(await login.text())?.[1] ?? ''
  const headers = { authorization: `GoogleLogin auth=${token}` }
  return {
    token,
    get: async (call, input = {}) =>
      server.app.request(`${base}/reader/api/0/${call}?${formOf(input).toString()}`, { headers }),
    post: async (call, input = {}) =>
      server.app.request(`${base}/reader/api/0/${call}`, {
        method: 'POST',
        headers,
        body: formOf({ T: token, ...input }),
      }),
  }
}

/** Ids of the entries of a stream, in its order; by default of the reading list. */
export async function itemIds({ get }: Greader, input: RequestParameters = {}): Promise<string[]> {
  const response = await get('stream/items/ids', { n: '100', ...input })
  const { itemRefs } = (await response.json()) as { itemRefs: { id: string }[] }
  return itemRefs.map(({ id }) => id)
}

/** Unread entries by stream; without those that have none. */
export async function unreadCountsOf({ get }: Greader): Promise<Record<string, number>> {
  const response = await get('unread-count', { output: 'json' })
  const { unreadcounts } = (await response.json()) as { unreadcounts: { id: string; count: number }[] }
  return Object.fromEntries(unreadcounts.map(({ id, count }) => [id, count]))
}

export const feverKeyOf = ({ user, password }: SignsIn): string =>
  createHash('md5').update(`${user.email}:${password}`).digest('hex')

/** Sends a request as Fever clients do: parameters in the query, key and writes in the form. */
export async function askFever(
  server: TestServer,
  address: string,
  query: string,
  input: RequestParameters,
): Promise<Record<string, unknown>> {
  const answer = await server.app.request(`${address}?api&${query}`, { method: 'POST', body: formOf(input) })
  return (await answer.json()) as Record<string, unknown>
}
