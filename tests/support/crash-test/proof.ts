/** Compares a server with what it told people. Everything that differs comes out in words. */
import type { Storage } from '../../../src/server/storage/open.ts'
import { homeOf } from './inboxes.ts'
import type { Person } from './truth.ts'

type Row = Readonly<Record<string, unknown>>
const PAGE = 500

/** What the person sees, asked as the person. */
export async function seenBy(person: Person): Promise<string[]> {
  const { truth, name } = person
  const get = async (path: string) => (await person.ask('GET', path)).data
  const subscriptions = (await get('/subscriptions')) as Row[]
  const feeds = subscriptions.filter((row) => 'feeds' in row)
  const following = feeds.map((row) => [
    (row['feeds'] as Row)['url'],
    row['view'],
    row['category'],
    row['title'],
  ])
  const wanted = [
    ...[...truth.following].map(([url, { view, category, title }]) => [url, view, category, title]),
    ...[...truth.imported].map((url) => [url, 0, null, null]),
  ]
  const lists = (await get('/lists/list')) as Row[]
  const inboxes = (await get('/inboxes/list')) as Row[]
  const { settings } = (await person.ask('GET', '/settings?tab=general')).body as {
    settings: Record<string, Row>
  }
  const rules = (await get('/actions')) as { rules: { name: string }[] }
  const invitations = (await get('/invitations')) as Row[]
  return [
    ...differing(`${name} follows`, following, wanted),
    ...differing(
      `${name}'s lists`,
      lists.map((row) => [row['id'], row['title'], (row['feedIds'] as string[]).toSorted()]),
      [...truth.lists].map(([id, { title, feedIds }]) => [id, title, [...feedIds].toSorted()]),
    ),
    ...differing(
      `${name}'s inboxes`,
      inboxes.map((row) => [row['id'], row['title']]),
      [...truth.inboxes, [homeOf(name), 'Home']],
    ),
    ...differing(
      `${name}'s settings`,
      Object.entries(settings['general'] ?? {}),
      Object.entries(truth.settings),
    ),
    ...differing(`${name}'s rule`, [rules.rules[1]?.name], [truth.rules]),
    ...differing(
      `${name}'s codes`,
      invitations.map((row) => row['code']),
      truth.codes,
    ),
    ...differing(
      `${name} follows the list with a fee`,
      subscriptions.filter((row) => row['listId'] === person.world.paidList).map(() => 1),
      truth.bought ? [1] : [],
    ),
    ...(await miscounted(
      person,
      feeds.map((row) => row['feedId'] as string),
    )),
  ]
}

/** Counts come from rows: each number must be that of its list. */
async function miscounted({ ask, name, truth }: Person, feedIds: readonly string[]): Promise<string[]> {
  const wrong: string[] = []
  const counts = (await ask('GET', '/reads')).data as Record<string, number>
  const ids = [...new Set([...Object.keys(counts), ...feedIds])]
  for (const id of ids.filter((one) => one !== homeOf(name) && !truth.inboxes.has(one))) {
    const { data } = await ask('POST', '/entries', { feedId: id, read: false, limit: PAGE })
    const listed = ((data ?? []) as unknown[]).length
    if (listed !== (counts[id] ?? 0)) wrong.push(`${name}: ${counts[id]} unread in ${id}, ${listed} listed`)
  }
  const { total } = (await ask('POST', '/entries/inbox', { inboxId: homeOf(name), limit: 1 })).body
  if (total !== truth.arrived.size) wrong.push(`${name}'s inbox: ${String(total)} counted`)
  const { count } = (await ask('GET', '/reads/total-count')).data as { count: number }
  const sum = Object.values(counts).reduce((all, one) => all + one, 0)
  return count === sum ? wrong : [...wrong, `${name}: ${count} unread in all, ${sum} by feed`]
}

/** What stands in the library for the person. */
export async function keptFor(person: Person, { db }: Pick<Storage, 'db'>): Promise<string[]> {
  const { id, name, truth, world } = person
  const known = new Set(world.feeds.flatMap(({ entryIds }) => entryIds))
  const reads = await db.selectFrom('reads').select('entryId').where('userId', '=', id).execute()
  const stars = await db.selectFrom('collections').select('entryId').where('userId', '=', id).execute()
  const inbox = await db
    .selectFrom('entries')
    .innerJoin('inboxes', 'inboxes.feedId', 'entries.feedId')
    .select(['entries.id', 'entries.title'])
    .where('inboxes.name', '=', homeOf(name))
    .execute()
  const kept = new Set(inbox.filter(({ title }) => title?.startsWith('keep')).map((entry) => entry.id))
  const runs = await db.selectFrom('actionRuns').select(['id', 'state']).where('userId', '=', id).execute()
  const paid = await db
    .selectFrom('powerTransactions')
    .select(['kind', 'amount', 'key'])
    .where((is) => is.or([is('fromUserId', '=', id), is('toUserId', '=', id)]))
    .execute()
  const boosts = await db.selectFrom('boosts').select('hash').where('userId', '=', id).execute()
  const deliveries = await db.selectFrom('webhookDeliveries').selectAll().where('userId', '=', id).execute()
  const ofKind = (kind: string) => paid.filter((row) => row.kind === kind)
  return [
    ...differing(
      `${name} has read`,
      reads.map((row) => row.entryId),
      truth.read,
    ),
    ...differing(
      `${name} has starred`,
      stars.map((row) => row.entryId),
      [...truth.starred, ...kept],
    ),
    ...differing(
      `${name} was sent`,
      inbox.map(({ title }) => title),
      truth.arrived,
    ),
    ...differing(
      `${name} ran`,
      runs,
      [...truth.runs].map((one) => ({ id: one, state: 'done' })),
    ),
    ...differing(
      `${name}'s tips`,
      ofKind('tip').map(({ amount }) => amount),
      truth.tips,
    ),
    ...differing(
      `${name}'s boosts`,
      boosts.map(({ hash }) => hash),
      truth.boosts,
    ),
    ...differing(`${name}'s claims`, ofKind('mint').length, truth.claimed ? 1 : 0),
    ...differing(`${name}'s purchases`, ofKind('purchase').length, truth.paid ? 1 : 0),
    ...differing(`${name}'s burns`, ofKind('burn').length, truth.boosts.size + truth.codes.size),
    ...differing(
      `${name}'s webhooks`,
      deliveries.map(({ entryId, state }) => [entryId, state]),
      [...kept].map((one) => [one, 'delivered']),
    ),
    ...(reads.some(({ entryId }) => !known.has(entryId)) ? [`${name} has read what nobody marked`] : []),
  ]
}

/** Order does not matter; how often something is there does. */
export function differing(what: string, found: unknown, wanted: unknown): string[] {
  const lines = (value: unknown) =>
    (typeof value === 'object' && value !== null && Symbol.iterator in value
      ? [...(value as Iterable<unknown>)]
      : [value]
    ).map((one) => JSON.stringify(one))
  const left = lines(wanted)
  const extra = lines(found).filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return [
    ...extra.map((line) => `${what}: too much ${line}`),
    ...left.map((line) => `${what}: missing ${line}`),
  ]
}
