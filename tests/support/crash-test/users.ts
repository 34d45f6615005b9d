/** Creates the test users and runs their actions concurrently until stopped. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Storage } from '../../../src/server/storage/open.ts'
import { createClient, done, type SendRequest, type Tally } from './client.ts'
import { arrivalActions, homeInboxOf, inboxActions } from './inboxes.ts'
import { importActions, listActions, ruleActions, rulesOf, settingActions } from './settings-and-lists.ts'
import { buyActions, powerActions } from './power.ts'
import { followActions, markActions, starActions } from './reading.ts'
import { emptyState, oneOf, type UserAction, type TestUser, type Fixtures } from './expected-state.ts'

type Server = { readonly url: string }
type FixtureAddresses = Pick<Fixtures, 'site' | 'hook' | 'mail'>

const FEEDS = 6
const ONE = 10n ** 18n
const WEALTH = String(1_000_000n * ONE)
const YEARS_AGO_MS = 5 * 365 * 86_400_000
/** Groups run concurrently for one user; within a group actions run in sequence, as in an outbox. */
const actionGroups: readonly (readonly UserAction[])[] = [
  followActions,
  markActions,
  starActions,
  settingActions,
  ruleActions,
  importActions,
  listActions,
  arrivalActions,
  inboxActions,
  powerActions,
  buyActions,
]

/**
 * The admin owns the list with a fee and performs no actions.
 * @param storage to make the accounts old enough for invitations
 */
export async function createUsers(
  server: Server,
  options: { count: number; tally: Tally; addresses: FixtureAddresses; storage: Storage },
): Promise<{ admin: SendRequest; users: TestUser[] }> {
  const { count, tally, addresses, storage } = options
  const admin = await signUp(server, 'admin', tally)
  const fixtures = await createFixtures(admin.request, addresses, tally)
  const accounts = []
  for (let at = 0; at < count; at += 1) accounts.push(await signUp(server, `p${at}`, tally))
  await must(tally, admin.request('POST', '/wallets', {}))
  for (const { request } of accounts) await must(tally, request('POST', '/wallets', {}))
  const userIds = accounts.map(({ id }) => id)
  await must(tally, admin.request('POST', '/wallets/airdrops', { userIds, amount: WEALTH }))
  const createdAt = new Date(Date.now() - YEARS_AGO_MS)
  await storage.db
    .updateTable('user')
    .set({ createdAt: storage.kind === 'sqlite' ? createdAt.toISOString() : createdAt })
    .where('id', 'in', userIds)
    .execute()
  const users = []
  for (const account of accounts) users.push(await prepareUser(account, fixtures, tally))
  return { admin: admin.request, users }
}

type Account = { readonly name: string; readonly id: string; readonly request: SendRequest }

async function signUp(server: Server, name: string, tally: Tally): Promise<Account> {
  const form = { email: `${name}@example.org`, password: 'correct horse', name }
  const response = await createClient(server, null, tally)('POST', '/better-auth/sign-up/email', form, {
    headers: { origin: server.url },
  })
  const { token, user } = response.body as { token: string; user: { id: string } }
  return { name, id: user.id, request: createClient(server, token, tally) }
}

async function createFixtures(
  request: SendRequest,
  addresses: FixtureAddresses,
  tally: Tally,
): Promise<Fixtures> {
  const feeds = []
  for (let at = 0; at < FEEDS; at += 1) {
    const url = `${addresses.site}/known/${at}.xml`
    const { body } = await must(tally, request('POST', '/subscriptions', { url, view: 1 }))
    const { id } = body['feed'] as { id: string }
    const { data } = await must(tally, request('POST', '/entries', { feedId: id, limit: 100 }))
    const entryIds = (data as { entries: { id: string } }[]).map(({ entries }) => entries.id)
    feeds.push({ id, url, entryIds })
  }
  const { data } = await must(tally, request('POST', '/lists', { title: 'Paid', view: 0, fee: 3 }))
  return { ...addresses, feeds, paidList: (data as { id: string }).id }
}

async function prepareUser(
  { name, id, request }: Account,
  fixtures: Fixtures,
  tally: Tally,
): Promise<TestUser> {
  let last = 0
  await must(tally, request('PUT', '/wallets/airdrop', { verify: name }))
  await must(tally, request('POST', '/wallets/airdrop', {}))
  await must(tally, request('POST', '/inboxes', { handle: homeInboxOf(name), title: 'Home' }))
  await must(tally, request('PUT', '/actions', { rules: rulesOf({ fixtures }, 'first') }))
  const { data } = await must(tally, request('GET', `/inboxes?handle=${homeInboxOf(name)}`))
  const expected = Object.assign(emptyState(), { rules: 'first' })
  const { secret } = data as { secret: string }
  return { name, id, request, expected, tally, fixtures, secret, next: () => (last += 1) }
}

async function must(tally: Tally, pending: ReturnType<SendRequest>): ReturnType<SendRequest> {
  const response = await pending
  if (!done(response, tally, 'setup')) throw new Error(`Setup failed: ${JSON.stringify(response.body)}`)
  return response
}

/** @returns stops the actions; resolves once every user's last action has a response */
export function runActions(users: readonly TestUser[]): () => Promise<void> {
  const ending = new AbortController()
  const lane = async (user: TestUser, actions: readonly UserAction[]) => {
    while (!ending.signal.aborted) {
      await oneOf(actions)(user)
      await pause(Math.random() * 30)
    }
  }
  const lanes = Promise.all(users.flatMap((user) => actionGroups.map((actions) => lane(user, actions))))
  // A rejection is reported when the run is awaited at the end.
  lanes.catch(() => undefined)
  return async () => {
    ending.abort()
    await lanes
  }
}
