/** Compares a server with the writes it acknowledged. Each difference is one line of text. */
import type { Kysely } from 'kysely'
import type { Storage } from '../../../src/server/storage/open.ts'
import { homeInboxOf } from './inboxes.ts'
import type { TestUser } from './expected-state.ts'

/** Tables of a plugin. */
type Ledger = {
  powerTransactions: {
    kind: string
    amount: string
    key: string
    fromUserId: string | null
    toUserId: string | null
  }
  boosts: { hash: string; userId: string }
}

type Row = Readonly<Record<string, unknown>>
const PAGE = 500

/** Differences in what the user sees through the API. */
export async function apiDifferences(user: TestUser): Promise<string[]> {
  const { expected, name } = user
  const get = async (path: string) => (await user.request('GET', path)).data
  const subscriptions = (await get('/subscriptions')) as Row[]
  const feeds = subscriptions.filter((row) => 'feeds' in row)
  const following = feeds.map((row) => [
    (row['feeds'] as Row)['url'],
    row['view'],
    row['category'],
    row['title'],
  ])
  const expectedRows = [
    ...[...expected.following].map(([url, { view, category, title }]) => [url, view, category, title]),
    ...[...expected.imported].map((url) => [url, 0, null, null]),
  ]
  const lists = (await get('/lists/list')) as Row[]
  const inboxes = (await get('/inboxes/list')) as Row[]
  const { settings } = (await user.request('GET', '/settings?tab=general')).body as {
    settings: Record<string, Row>
  }
  const rules = (await get('/actions')) as { rules: { name: string }[] }
  const invitations = (await get('/invitations')) as Row[]
  return [
    ...differences(`${name} follows`, following, expectedRows),
    ...differences(
      `${name}'s lists`,
      lists.map((row) => [row['id'], row['title'], (row['feedIds'] as string[]).toSorted()]),
      [...expected.lists].map(([id, { title, feedIds }]) => [id, title, [...feedIds].toSorted()]),
    ),
    ...differences(
      `${name}'s inboxes`,
      inboxes.map((row) => [row['id'], row['title']]),
      [...expected.inboxes, [homeInboxOf(name), 'Home']],
    ),
    ...differences(
      `${name}'s settings`,
      Object.entries(settings['general'] ?? {}),
      Object.entries(expected.settings),
    ),
    ...differences(`${name}'s rule`, [rules.rules[1]?.name], [expected.rules]),
    ...differences(
      `${name}'s codes`,
      invitations.map((row) => row['code']),
      expected.codes,
    ),
    ...differences(
      `${name} follows the list with a fee`,
      subscriptions.filter((row) => row['listId'] === user.fixtures.paidList).map(() => 1),
      expected.bought ? [1] : [],
    ),
    ...(await miscounted(
      user,
      feeds.map((row) => row['feedId'] as string),
    )),
  ]
}

/** Each unread count must equal the length of its list. */
async function miscounted(
  { request, name, expected }: TestUser,
  feedIds: readonly string[],
): Promise<string[]> {
  const problems: string[] = []
  const counts = (await request('GET', '/reads')).data as Record<string, number>
  const ids = [...new Set([...Object.keys(counts), ...feedIds])]
  for (const id of ids.filter((one) => one !== homeInboxOf(name) && !expected.inboxes.has(one))) {
    const { data } = await request('POST', '/entries', { feedId: id, read: false, limit: PAGE })
    const listed = ((data ?? []) as unknown[]).length
    if (listed !== (counts[id] ?? 0))
      problems.push(`${name}: ${counts[id]} unread in ${id}, ${listed} listed`)
  }
  const { total } = (await request('POST', '/entries/inbox', { inboxId: homeInboxOf(name), limit: 1 })).body
  if (total !== expected.arrived.size) problems.push(`${name}'s inbox: ${String(total)} counted`)
  const { count } = (await request('GET', '/reads/total-count')).data as { count: number }
  const sum = Object.values(counts).reduce((all, one) => all + one, 0)
  return count === sum ? problems : [...problems, `${name}: ${count} unread in all, ${sum} by feed`]
}

/** Differences in the user's database rows. */
export async function storedDifferences(user: TestUser, { db }: Pick<Storage, 'db'>): Promise<string[]> {
  const { id, name, expected, fixtures } = user
  const knownIds = new Set(fixtures.feeds.flatMap(({ entryIds }) => entryIds))
  const reads = await db.selectFrom('reads').select('entryId').where('userId', '=', id).execute()
  const stars = await db.selectFrom('collections').select('entryId').where('userId', '=', id).execute()
  const inbox = await db
    .selectFrom('entries')
    .innerJoin('inboxes', 'inboxes.feedId', 'entries.feedId')
    .select(['entries.id', 'entries.title'])
    .where('inboxes.name', '=', homeInboxOf(name))
    .execute()
  const keptIds = new Set(inbox.filter(({ title }) => title?.startsWith('keep')).map((entry) => entry.id))
  const runs = await db.selectFrom('actionRuns').select(['id', 'state']).where('userId', '=', id).execute()
  const ledger = db as unknown as Kysely<Ledger>
  const paid = await ledger
    .selectFrom('powerTransactions')
    .select(['kind', 'amount', 'key'])
    .where((is) => is.or([is('fromUserId', '=', id), is('toUserId', '=', id)]))
    .execute()
  const boosts = await ledger.selectFrom('boosts').select('hash').where('userId', '=', id).execute()
  const deliveries = await db.selectFrom('webhookDeliveries').selectAll().where('userId', '=', id).execute()
  const ofKind = (kind: string) => paid.filter((row) => row.kind === kind)
  return [
    ...differences(
      `${name} has read`,
      reads.map((row) => row.entryId),
      expected.read,
    ),
    ...differences(
      `${name} has starred`,
      stars.map((row) => row.entryId),
      [...expected.starred, ...keptIds],
    ),
    ...differences(
      `${name} was sent`,
      inbox.map(({ title }) => title),
      expected.arrived,
    ),
    ...differences(
      `${name} ran`,
      runs,
      [...expected.runs].map((one) => ({ id: one, state: 'done' })),
    ),
    ...differences(
      `${name}'s tips`,
      ofKind('tip').map(({ amount }) => amount),
      expected.tips,
    ),
    ...differences(
      `${name}'s boosts`,
      boosts.map(({ hash }) => hash),
      expected.boosts,
    ),
    ...differences(`${name}'s claims`, ofKind('mint').length, expected.claimed ? 1 : 0),
    ...differences(`${name}'s purchases`, ofKind('purchase').length, expected.paid ? 1 : 0),
    ...differences(`${name}'s burns`, ofKind('burn').length, expected.boosts.size + expected.codes.size),
    ...differences(
      `${name}'s webhooks`,
      deliveries.map(({ entryId, state }) => [entryId, state]),
      [...keptIds].map((one) => [one, 'delivered']),
    ),
    ...(reads.some(({ entryId }) => !knownIds.has(entryId))
      ? [`${name} has read marks without a request`]
      : []),
  ]
}

/** Multiset comparison: order is ignored, duplicates count. */
function differences(label: string, actual: unknown, expectedRows: unknown): string[] {
  const lines = (value: unknown) =>
    (typeof value === 'object' && value !== null && Symbol.iterator in value
      ? [...(value as Iterable<unknown>)]
      : [value]
    ).map((one) => JSON.stringify(one))
  const missing = lines(expectedRows)
  const unexpected = lines(actual).filter((line) => {
    const at = missing.indexOf(line)
    if (at >= 0) missing.splice(at, 1)
    return at < 0
  })
  return [
    ...unexpected.map((line) => `${label}: too much ${line}`),
    ...missing.map((line) => `${label}: missing ${line}`),
  ]
}
