/** Subscriptions: feeds, folders and unread counts. */
import { Refusal } from '../../http/refusal.ts'
import { labelNamed, labelsOf as countedLabels } from '../../storage/entries/labels.ts'
import { newestArrivals } from '../../storage/timeline/streams.ts'
import { unreadCopies } from '../../storage/entries/story-copies.ts'
import { subscriptionOf } from '../../storage/lists/subscriptions.ts'
import { feedIdsIn, followedBy, labelsOf, listsOf } from '../shared/library.ts'
import { storyScope } from '../shared/stories.ts'
import { BadRequest, done, json, plain } from './responses.ts'
import type { Reading } from './reading.ts'
import { feedsOfStream, feedStream, labelOf, parseStream, READING_LIST, STARRED } from './stream.ts'

const library = ({ services, account }: Reading) => followedBy(services.storage, account.user)

/** `subscription/list` */
export async function subscriptionList(reading: Reading): Promise<Response> {
  const subscriptions = (await library(reading)).map(({ feed, title, labels }) => ({
    id: feedStream(feed.id),
    title,
    categories: labels.map((label) => ({ id: labelOf(label), label })),
    url: feed.url,
    htmlUrl: feed.siteUrl ?? '',
    iconUrl: feed.image ?? '',
    sortid: Number(BigInt(feed.id) & 0xffff_ffffn)
      .toString(16)
      .padStart(8, '0'),
    firstitemmsec: String(feed.createdAt),
  }))
  return json({ subscriptions })
}

/** `subscribed`: whether the feed of `s` is followed, alone or in a list. */
export async function subscribed(reading: Reading): Promise<Response> {
  const named = parseStream(reading.form.values.get('s') ?? '')
  if (named?.kind !== 'feed') throw new BadRequest('s has to name a feed')
  return plain(String(feedsOfStream(named, await library(reading)).length > 0))
}

/** `tag/list`: the stars, the folders and the lists, and labels with other names. */
export async function tagList(reading: Reading): Promise<Response> {
  const folders = labelsOf(await library(reading))
  const labels = await entryLabels(reading, folders)
  return json({
    tags: [
      { id: STARRED },
      ...folders.map((label) => ({ id: labelOf(label), label, type: 'folder' })),
      ...labels.map(({ name, unread }) => ({
        id: labelOf(name),
        label: name,
        type: 'tag',
        unread_count: unread,
      })),
    ],
  })
}

/** The user's labels on entries. An app password that is limited to some feeds sees none. */
async function entryLabels({ services, account }: Reading, folders: readonly string[]) {
  if (account.user.access?.limit) return []
  const labels = await countedLabels(services.storage, account.user.id)
  return labels.filter(({ name }) => !folders.includes(name))
}

/** `unread-count`: per feed, folder, list, label and in total; zeros are omitted. */
export async function unreadCount(reading: Reading): Promise<Response> {
  const followed = await library(reading)
  const { data: unread } = await reading.contract('reads.counts', {})
  const { storage } = reading.services
  const once = await storyScope(storage, reading.account.user, followed)
  const copies = once ? await unreadCopies(storage, once) : new Map<string, number>()
  const counts = new Map(
    followed.map(({ feed, countKey }) => [feed.id, (unread[countKey] ?? 0) - (copies.get(feed.id) ?? 0)]),
  )
  const newest = await newestArrivals(storage, [...counts.keys()])
  const line = (id: string, feedIds: readonly string[]) => {
    const count = feedIds.reduce((sum, feedId) => sum + (counts.get(feedId) ?? 0), 0)
    const at = Math.max(0, ...feedIds.map((feedId) => newest.get(feedId) ?? 0))
    return count > 0 ? [{ id, count, newestItemTimestampUsec: `${at}000` }] : []
  }
  const all = feedIdsIn(followed, null)
  const labels = await entryLabels(reading, labelsOf(followed))
  const unreadcounts = [
    ...all.flatMap((feedId) => line(feedStream(feedId), [feedId])),
    ...labelsOf(followed).flatMap((label) => line(labelOf(label), feedIdsIn(followed, label))),
    ...labels.flatMap(({ name, unread: count }) =>
      count > 0
        ? [{ id: labelOf(name), count, newestItemTimestampUsec: `${reading.services.now()}000` }]
        : [],
    ),
    ...line(READING_LIST, all),
  ]
  return json({ max: all.reduce((sum, feedId) => sum + (counts.get(feedId) ?? 0), 0), unreadcounts })
}

/** `subscription/quickadd`: subscribes to a URL; a failure is reported in `error`. */
export async function quickAdd(reading: Reading): Promise<Response> {
  const query = reading.form.values.get('quickadd') ?? ''
  if (!query) throw new BadRequest('quickadd is needed')
  try {
    const { feed } = await reading.contract('subscriptions.create', { url: bare(query), view: 0 })
    if (!feed) throw new Refusal('feedNotFound')
    return json({
      numResults: 1,
      query,
      streamId: feedStream(feed.id),
      streamName: feed.title ?? feed.url,
    })
  } catch (error) {
    if (error instanceof Refusal) return json({ numResults: 0, query, error: error.reason ?? error.message })
    throw error
  }
}

/** `subscription/edit`: follows, leaves, renames, moves between folders. */
export async function subscriptionEdit(reading: Reading): Promise<Response> {
  const { values } = reading.form
  const streams = values.getAll('s')
  if (streams.length === 0) throw new BadRequest('s is needed')
  const action = values.get('ac') ?? 'edit'
  const act = { subscribe, unsubscribe, edit }[action]
  if (!act) throw new BadRequest(`ac=${action} is unknown`)
  for (const [at, stream] of streams.entries()) await act(reading, stream, titleAt(values, at))
  return done()
}

const titleAt = (values: URLSearchParams, at: number): string | undefined =>
  values.getAll('t')[at] || undefined

const bare = (stream: string): string => stream.replace(/^feed\//, '')

async function subscribe(reading: Reading, stream: string, title: string | undefined): Promise<void> {
  const category = folderIn(reading.form.values.get('a'))
  const named = bare(stream)
  await reading.contract('subscriptions.create', {
    ...(/^\d+$/.test(named) ? { feedId: named } : { url: named }),
    view: 0,
    ...(title === undefined ? {} : { title }),
    ...(category === null ? {} : { category }),
  })
}

async function unsubscribe(reading: Reading, stream: string): Promise<void> {
  await reading.contract('subscriptions.delete', { feedIdList: await namedFeeds(reading, stream) })
}

async function edit(reading: Reading, stream: string, title: string | undefined): Promise<void> {
  const { services, account, form } = reading
  const into = folderIn(form.values.get('a'))
  const outOf = folderIn(form.values.get('r'))
  for (const feedId of await namedFeeds(reading, stream)) {
    const subscription = await subscriptionOf(services.storage, account.user.id, feedId)
    if (!subscription) continue
    const leaves = outOf !== null && subscription.category === outOf
    await reading.contract('subscriptions.update', {
      feedId,
      view: subscription.view,
      ...(title === undefined ? {} : { title }),
      ...(into !== null ? { category: into } : leaves ? { category: null } : {}),
    })
  }
}

async function namedFeeds(reading: Reading, stream: string): Promise<string[]> {
  const named = parseStream(stream)
  const followed = await library(reading)
  const feedIds = named?.kind === 'feed' ? feedsOfStream(named, followed) : []
  if (feedIds.length === 0) throw new BadRequest(`${stream} is not followed`)
  const own = feedIds.filter((id) => followed.some((one) => one.own && one.feed.id === id))
  // Only the owner of the list, or Lectern itself, can do this, so OK would be false.
  if (own.length === 0 && followed.some(({ feed, isInbox }) => isInbox && feedIds.includes(feed.id)))
    throw new BadRequest(`${stream} is an inbox: it is renamed and deleted in Lectern`)
  if (own.length === 0)
    throw new BadRequest(`${stream} comes by a list: leave the list, or follow the feed itself`)
  return own
}

function folderIn(tag: string | null): string | null {
  const named = tag ? parseStream(tag) : null
  return named?.kind === 'folder' ? named.name : null
}

/** `rename-tag`: renames a folder or list, else a label on entries; an existing folder of that name is merged. */
export async function renameTag(reading: Reading): Promise<Response> {
  const { services, account, form, contract } = reading
  const name = folderIn(form.values.get('dest'))
  if (name === null) throw new BadRequest('dest has to be a label')
  const label = requestedLabel(reading)
  const feedIdList = await feedsInFolder(reading, label)
  const lists = (await listsOf(services.storage, account.user.id)).filter((list) => list.name === label)
  if (feedIdList.length === 0 && lists.length === 0) {
    await requireLabel(reading, label)
    await contract('labels.update', { name: label, to: name })
    return done()
  }
  if (feedIdList.length > 0) await contract('categories.update', { feedIdList, category: name })
  for (const { id: listId, view } of lists)
    await contract('subscriptions.update', { listId, view, title: name })
  return done()
}

/** `disable-tag`: deletes the folder and keeps its feeds, else the label on entries. Unsubscribing from a list takes another call. */
export async function disableTag(reading: Reading): Promise<Response> {
  const label = requestedLabel(reading)
  const feedIdList = await feedsInFolder(reading, label)
  if (feedIdList.length === 0) {
    await requireLabel(reading, label)
    await reading.contract('labels.delete', { name: label })
    return done()
  }
  await reading.contract('categories.delete', { feedIdList, deleteSubscriptions: false })
  return done()
}

/** @throws BadRequest where no entry can have the label */
async function requireLabel({ services, account }: Reading, name: string): Promise<void> {
  const label = await labelNamed(services.storage.db, account.user.id, name)
  if (!label) throw new BadRequest(`There is no label ${name}`)
}

/** Clients send the stream of the label in `s`, or its name in `t`. */
function requestedLabel({ form: { values } }: Reading): string {
  const label = folderIn(values.get('s')) ?? folderIn(values.get('t')) ?? values.get('t')
  if (!label) throw new BadRequest('s or t has to name a label')
  return label
}

const feedsInFolder = async (reading: Reading, folder: string): Promise<string[]> =>
  (await library(reading)).flatMap((one) => (one.folder === folder ? [one.feed.id] : []))
