/** Writes everything of an account as lines, a batch at a time. */
import type { Rule } from '../../contract/actions.ts'
import type { AccountSettings } from '../opml/account-settings.ts'
import { withoutSecrets } from '../opml/account-settings.ts'
import { collectSettings } from '../opml/collect-settings.ts'
import type { RequestContext } from '../http/routes.ts'
import { reservedInbox } from '../routes/save-page.ts'
import {
  awaitedMarks,
  exportedEntries,
  exportedFeeds,
  exportedMarks,
  exportedPlugins,
  exportedReads,
  inboxEntryIds,
  preservedEntryIds,
  type ExportedEntry,
  type ExportedMark,
} from '../storage/accounts/account-export.ts'
import { settingsOf } from '../storage/accounts/settings.ts'
import { ownAvatar } from '../storage/accounts/avatars.ts'
import { profilesByIds } from '../storage/accounts/users.ts'
import { addressOfFeed, isRequestedForUser, requestedForUsers } from '../storage/feeds/feed-requests.ts'
import { inboxesOf } from '../storage/lists/inboxes.ts'
import { listSubscriptionsOf } from '../storage/lists/list-subscriptions.ts'
import { listFeedIds, listsById, listsOf } from '../storage/lists/lists.ts'
import { subscriptionsOf } from '../storage/lists/subscriptions.ts'
import type { ListSubscriptionRow } from '../storage/schema.ts'
import { asRecord, createNames, renamed, withoutSwitch, type Names } from './names.ts'
import { MARKS_MAX, OWN, VERSION, type AccountRecord, type RecordOf } from './records.ts'

/** Entries are read few at a time: their texts may be long. */
const ENTRIES = 20
const MARKS = 1000

type Context = Pick<RequestContext, 'storage' | 'user' | 'secrets' | 'signal' | 'pluginCommands'>

/** @returns the lines of the file, without line breaks */
export async function* exportAccount(context: Context): AsyncGenerator<string> {
  yield JSON.stringify({ lectern: 'account', version: VERSION })
  let records = 0
  for await (const one of recordsOf(context)) {
    context.signal.throwIfAborted()
    records += 1
    yield JSON.stringify(one)
  }
  yield JSON.stringify({ type: 'end', records } satisfies AccountRecord)
}

async function* recordsOf(context: Context): AsyncGenerator<AccountRecord> {
  const { storage, user } = context
  const names = createNames()
  const [profile] = await profilesByIds(storage, [user.id], user.id)
  if (profile) {
    const { bio, website, socialLinks } = profile
    const avatar = await ownAvatar(storage, user.id)
    const picture = avatar ? Buffer.from(avatar.bytes).toString('base64') : null
    yield { type: 'profile', bio, website: website || null, socialLinks, picture }
  }
  const { account } = await collectSettings(context, user)
  yield* accountRecords(account)
  yield* feedRecords(context, names)
  yield* listRecords(context, names)
  yield* inboxRecords(context)
  for (const { tab, values } of await settingsOf(storage, user.id))
    if (tab === 'general' || tab === 'appearance')
      yield { type: 'settings', tab, values: asRecord(renamed(values, names.keyOf)) }
  yield* pluginRecords(context)
  for (const idsAfter of [preservedEntryIds, inboxEntryIds])
    for await (const ids of pages((after) => idsAfter(storage, user.id, after, ENTRIES)))
      yield* entryRecords(context, ids)
  yield* markRecords(context)
}

function* accountRecords({ labels, rules, retention }: AccountSettings): Generator<AccountRecord> {
  for (const { name, color } of labels) yield { type: 'label', name, color }
  for (const rule of rules) yield { type: 'rule', rule: withoutSecrets(rule) as Rule }
  for (const rule of retention) yield { type: 'retention', rule }
}

/** The key of a feed in the file. @param url as it is stored */
const feedKeyOf = (url: string): string => `${isRequestedForUser(url) ? OWN : ''}${addressOfFeed(url)}`

async function* feedRecords({ storage, user }: Context, names: Names): AsyncGenerator<RecordOf<'feed'>> {
  const feeds = await exportedFeeds(storage, user.id)
  const followed = new Map((await subscriptionsOf(storage, user.id)).map((row) => [row.feedId, row]))
  const requests = new Map(
    (
      await requestedForUsers(
        storage,
        [...feeds.values()].map(({ id }) => id),
      )
    ).map((row) => [row.feedId, row]),
  )
  for (const { id, url, title, siteUrl } of feeds) {
    const key = feedKeyOf(url)
    names.addFeed(id, key)
    const subscription = followed.get(id)
    const request = requests.get(id)
    yield {
      type: 'feed',
      feed: key,
      title,
      siteUrl,
      subscription: subscription ? { view: subscription.view, ...placementOf(subscription) } : null,
      request: request
        ? {
            userAgent: request.userAgent,
            proxy: request.proxy,
            username: request.username,
            allowsInsecure: request.allowsInsecure === 1,
            ignoresEdits: request.ignoresEdits === 1,
            usesFetcher: request.usesFetcher === 1,
            hasSecrets: request.password !== null || request.cookie !== null,
          }
        : null,
    }
  }
}

const placementOf = (
  row: Pick<ListSubscriptionRow, 'category' | 'title' | 'isPrivate' | 'hideFromTimeline' | 'createdAt'>,
) => ({
  category: row.category,
  title: row.title,
  isPrivate: row.isPrivate === 1,
  hideFromTimeline: row.hideFromTimeline === 1,
  createdAt: Number(row.createdAt),
})

async function* listRecords({ storage, user }: Context, names: Names): AsyncGenerator<AccountRecord> {
  const lists = await listsOf(storage, user.id)
  const followed = new Map((await listSubscriptionsOf(storage, user.id)).map((row) => [row.listId, row]))
  const feeds = await listFeedIds(
    storage,
    lists.map(({ id }) => id),
  )
  for (const [place, { id, title, description, image, view, fee, createdAt }] of lists.entries()) {
    names.addList(id, place)
    const row = followed.get(id)
    followed.delete(id)
    yield {
      type: 'list',
      list: place,
      title,
      description,
      image,
      view,
      fee,
      createdAt: Number(createdAt),
      feeds: (feeds.get(id) ?? []).flatMap((feedId) => names.feedKey(feedId) ?? []),
      subscription: row ? placementOf(row) : null,
    }
  }
  const titles = await listsById(storage, [...followed.keys()])
  for (const [id, row] of followed)
    yield {
      type: 'followedList',
      id,
      listTitle: titles.get(id)?.title ?? '',
      view: row.view,
      ...placementOf(row),
    }
}

async function* inboxRecords({ storage, user }: Context): AsyncGenerator<RecordOf<'inbox'>> {
  for (const { handle, title, createdAt } of await inboxesOf(storage, user.id)) {
    const reserved = reservedInbox(user.id, handle)
    // The copies in it belong to their feeds.
    if (reserved === 'copies') continue
    yield { type: 'inbox', inbox: reserved ? null : handle, title, createdAt: Number(createdAt) }
  }
}

async function* pluginRecords({
  storage,
  user,
  pluginCommands,
}: Context): AsyncGenerator<RecordOf<'plugin'>> {
  const { settings, values, installed } = await exportedPlugins(storage, user.id)
  const payloads = new Map(settings.map(({ plugin, payload }) => [plugin, payload]))
  const valuesOf = Map.groupBy(values, ({ plugin }) => plugin)
  const dataOf = new Map<string, readonly unknown[]>()
  for (const [plugin, data] of pluginCommands.accountData()) dataOf.set(plugin, await data.all(user.id))
  const ids = [...payloads.keys(), ...valuesOf.keys(), ...installed, ...dataOf.keys()]
  for (const plugin of new Set(ids.toSorted())) {
    // Without its keys a plugin cannot run: it is switched on where they are entered.
    const stored = asRecord(JSON.parse(payloads.get(plugin) ?? '{}'))
    const isInstalled = installed.has(plugin)
    const ofPlugin = withoutSwitch(stored, await pluginCommands.switchOf(user.id, plugin))
    const named = (valuesOf.get(plugin) ?? []).map(({ name, value }) => [name, value] as const)
    const data = [...(dataOf.get(plugin) ?? [])]
    // Where it was only switched on, or off again, there is nothing to take along.
    if (!isInstalled && Object.keys(ofPlugin).length + named.length + data.length === 0) continue
    yield {
      type: 'plugin',
      plugin,
      isInstalled,
      settings: ofPlugin,
      values: Object.fromEntries(named),
      data,
    }
  }
}

async function* pages(read: (after: string) => Promise<string[]>): AsyncGenerator<string[]> {
  let after = ''
  for (;;) {
    const ids = await read(after)
    if (ids.length === 0) return
    yield ids
    after = ids.at(-1) ?? after
  }
}

async function* entryRecords(
  { storage, user }: Context,
  ids: readonly string[],
): AsyncGenerator<RecordOf<'entry'>> {
  const rows = await exportedEntries(storage, user.id, ids)
  const marks = await exportedMarks(storage, user.id, ids)
  for (const row of rows)
    yield {
      type: 'entry',
      in: sourceOf(user.id, row),
      guid: row.originGuid ?? row.guid,
      publishedAt: Number(row.publishedAt),
      title: row.title,
      url: row.url,
      content: row.content,
      description: row.description,
      author: row.author,
      authorUrl: row.authorUrl,
      authorAvatar: row.authorAvatar,
      language: row.language,
      categories: JSON.parse(row.categories ?? '[]'),
      media: JSON.parse(row.media ?? '[]'),
      attachments: JSON.parse(row.attachments ?? '[]'),
      extra: JSON.parse(row.extra ?? 'null'),
      readAt: timeOf(row.readAt),
      star: row.starredAt === null ? null : { view: row.starView ?? 0, createdAt: Number(row.starredAt) },
      labels: marks.labels
        .filter(({ entryId }) => entryId === row.id)
        .map(({ name, createdAt }) => ({ name, createdAt: Number(createdAt) })),
      highlights: marks.highlights
        .filter(({ entryId }) => entryId === row.id)
        .map(({ entryId: _entry, createdAt, ...highlight }) => ({
          ...highlight,
          createdAt: Number(createdAt),
        })),
      position: positionOf(row.seconds, row.positionAt),
      saves: marks.saves
        .filter(({ entryId }) => entryId === row.id)
        .map(({ plugin, url, at }) => ({ plugin, url, at: Number(at) })),
      queued: marks.queued
        .filter(({ entryId }) => entryId === row.id)
        .map(({ track: { entryId: _entry, feedId: _feed, removed: _removed, ...track } }) => track),
    }
}

function sourceOf(userId: string, row: ExportedEntry): RecordOf<'entry'>['in'] {
  if (row.originFeed !== null) return { feed: feedKeyOf(row.originFeed) }
  if (row.inboxHandle === null) return { feed: feedKeyOf(row.feedUrl) }
  return { inbox: reservedInbox(userId, row.inboxHandle) ? null : row.inboxHandle }
}

const timeOf = (at: number | string | null): number | null => (at === null ? null : Number(at))
const positionOf = (seconds: number | null, at: number | null) =>
  seconds === null || at === null ? null : { seconds, at: Number(at) }

async function* markRecords({ storage, user }: Context): AsyncGenerator<RecordOf<'marks'>> {
  let after = ''
  for (;;) {
    const rows = await exportedReads(storage, user.id, after, MARKS)
    yield* marksOf(rows)
    if (rows.length === 0) break
    after = rows.at(-1)?.id ?? after
  }
  let last = { feedUrl: '', guid: '' }
  for (;;) {
    const rows = await awaitedMarks(storage, user.id, last, MARKS)
    yield* marksOf(rows)
    if (rows.length === 0) return
    last = rows.at(-1) ?? last
  }
}

function* marksOf(rows: readonly ExportedMark[]): Generator<RecordOf<'marks'>> {
  const marks = rows.filter(({ readAt, seconds }) => readAt !== null || seconds !== null)
  for (const [url, ofFeed] of Map.groupBy(marks, ({ feedUrl }) => feedUrl))
    for (let at = 0; at < ofFeed.length; at += MARKS_MAX)
      yield {
        type: 'marks',
        feed: feedKeyOf(url),
        marks: ofFeed.slice(at, at + MARKS_MAX).map(({ guid, readAt, seconds, at: playedAt }) => ({
          guid,
          readAt: timeOf(readAt),
          position: positionOf(seconds, playedAt),
        })),
      }
}
