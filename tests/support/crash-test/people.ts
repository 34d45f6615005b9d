/** Makes the people, and lets all of them do everything at once until it is over. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Storage } from '../../../src/server/storage/open.ts'
import { asking, done, type Ask, type Tally } from './ask.ts'
import { arrivalDeeds, homeOf, inboxDeeds } from './inboxes.ts'
import { importDeeds, listDeeds, ruleDeeds, rulesOf, settingDeeds } from './keeping.ts'
import { buyDeeds, powerDeeds } from './power.ts'
import { followDeeds, markDeeds, starDeeds } from './reading.ts'
import { emptyTruth, oneOf, type Deed, type Person, type World } from './truth.ts'

type Server = { readonly url: string }
type Places = Pick<World, 'site' | 'hook' | 'mail'>

const FEEDS = 6
const ONE = 10n ** 18n
const WEALTH = String(1_000_000n * ONE)
const YEARS_AGO_MS = 5 * 365 * 86_400_000
/** Nouns whose deeds go on at once for one person; within a noun they follow each other, as in an outbox. */
const nouns: readonly (readonly Deed[])[] = [
  followDeeds,
  markDeeds,
  starDeeds,
  settingDeeds,
  ruleDeeds,
  importDeeds,
  listDeeds,
  arrivalDeeds,
  inboxDeeds,
  powerDeeds,
  buyDeeds,
]

/**
 * The first is the admin, who owns the list with a fee and does nothing else.
 * @param storage to make the accounts old enough for invitations
 */
export async function makePeople(
  server: Server,
  given: { count: number; tally: Tally; places: Places; storage: Storage },
): Promise<{ admin: Ask; people: Person[] }> {
  const { count, tally, places, storage } = given
  const admin = await signUp(server, 'admin', tally)
  const world = await makeWorld(admin.ask, places, tally)
  const accounts = []
  for (let at = 0; at < count; at += 1) accounts.push(await signUp(server, `p${at}`, tally))
  await must(tally, admin.ask('POST', '/wallets', {}))
  for (const { ask } of accounts) await must(tally, ask('POST', '/wallets', {}))
  const userIds = accounts.map(({ id }) => id)
  await must(tally, admin.ask('POST', '/wallets/airdrops', { userIds, amount: WEALTH }))
  const then = new Date(Date.now() - YEARS_AGO_MS)
  await storage.db
    .updateTable('user')
    .set({ createdAt: storage.kind === 'sqlite' ? then.toISOString() : then })
    .where('id', 'in', userIds)
    .execute()
  const people = []
  for (const account of accounts) people.push(await furnish(account, world, tally))
  return { admin: admin.ask, people }
}

type Account = { readonly name: string; readonly id: string; readonly ask: Ask }

async function signUp(server: Server, name: string, tally: Tally): Promise<Account> {
  const form = { email: `${name}@example.org`, password: 'correct horse', name }
  const heard = await asking(server, null, tally)('POST', '/better-auth/sign-up/email', form, {
    headers: { origin: server.url },
  })
  const { token, user } = heard.body as { token: string; user: { id: string } }
  return { name, id: user.id, ask: asking(server, token, tally) }
}

async function makeWorld(ask: Ask, places: Places, tally: Tally): Promise<World> {
  const feeds = []
  for (let at = 0; at < FEEDS; at += 1) {
    const url = `${places.site}/known/${at}.xml`
    const { body } = await must(tally, ask('POST', '/subscriptions', { url, view: 1 }))
    const { id } = body['feed'] as { id: string }
    const { data } = await must(tally, ask('POST', '/entries', { feedId: id, limit: 100 }))
    const entryIds = (data as { entries: { id: string } }[]).map(({ entries }) => entries.id)
    feeds.push({ id, url, entryIds })
  }
  const { data } = await must(tally, ask('POST', '/lists', { title: 'Paid', view: 0, fee: 3 }))
  return { ...places, feeds, paidList: (data as { id: string }).id }
}

async function furnish({ name, id, ask }: Account, world: World, tally: Tally): Promise<Person> {
  let last = 0
  await must(tally, ask('PUT', '/wallets/airdrop', { verify: name }))
  await must(tally, ask('POST', '/wallets/airdrop', {}))
  await must(tally, ask('POST', '/inboxes', { handle: homeOf(name), title: 'Home' }))
  await must(tally, ask('PUT', '/actions', { rules: rulesOf({ world }, 'first') }))
  const { data } = await must(tally, ask('GET', `/inboxes?handle=${homeOf(name)}`))
  const truth = Object.assign(emptyTruth(), { rules: 'first' })
  const { secret } = data as { secret: string }
  return { name, id, ask, truth, tally, world, secret, next: () => (last += 1) }
}

async function must(tally: Tally, asked: ReturnType<Ask>): ReturnType<Ask> {
  const heard = await asked
  if (!done(heard, tally, 'furnishing'))
    throw new Error(`Nothing to begin with: ${JSON.stringify(heard.body)}`)
  return heard
}

/** @returns ends it: resolves once the last deed of everybody has been answered */
export function stir(people: readonly Person[]): () => Promise<void> {
  const ending = new AbortController()
  const lane = async (person: Person, deeds: readonly Deed[]) => {
    while (!ending.signal.aborted) {
      await oneOf(deeds)(person)
      await pause(Math.random() * 30)
    }
  }
  const lanes = Promise.all(people.flatMap((person) => nouns.map((deeds) => lane(person, deeds))))
  // Heard when it is over; until then nobody waits for it.
  lanes.catch(() => undefined)
  return async () => {
    ending.abort()
    await lanes
  }
}
