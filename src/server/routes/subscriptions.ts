import type { Checked, Output } from '../../contract/calls.ts'
import type { ListSubscription } from '../../contract/subscriptions.ts'
import type { View } from '../../contract/views.ts'
import { normaliseAddress } from '../feeds/fetch/source.ts'
import { findFeed } from '../feeds/store/find-feed.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Caller, Routes } from '../http/routes.ts'
import { noSettings, usualSettings } from '../opml/account-settings.ts'
import { collectSettings, maySetRetention } from '../opml/collect-settings.ts'
import type { OpmlContent } from '../opml/parse.ts'
import { restoreAccount, restoreFeedSettings, type ChangeSettings } from '../opml/restore-settings.ts'
import { refuseWith } from '../parsing/parsing-error.ts'
import { addressOfFeed, ownFeedOf, requestedForUsers } from '../storage/feeds/feed-requests.ts'
import { feedsById } from '../storage/feeds/feeds-read.ts'
import { latestImport, storeImport } from '../storage/lists/imports.ts'
import { inboxesOf } from '../storage/lists/inboxes.ts'
import {
  changeListSubscription,
  listSubscriptionsOf,
  removeListSubscription,
} from '../storage/lists/list-subscriptions.ts'
import { keepMovedFeeds } from '../storage/lists/shared-folders.ts'
import { listsById } from '../storage/lists/lists.ts'
import type { Storage } from '../storage/open.ts'
import { rareFeeds } from '../storage/feeds/rare-feeds.ts'
import type { ListSubscriptionRow, SubscriptionRow } from '../storage/schema.ts'
import {
  changeSubscriptions,
  countSubscriptions,
  removeSubscriptions,
  subscriptionsOf,
  type SubscriptionChange,
} from '../storage/lists/subscriptions.ts'
import { changeTab } from '../storage/accounts/settings.ts'
import { isDisabled } from '../storage/accounts/users.ts'
import { saveRules } from './actions.ts'
import { cleanName } from './clean-name.ts'
import { toFeedRequest } from './feed-requests.ts'
import { follow } from './follow.ts'
import { chosenAddresses, planImport, presentResult, storedResult } from './import-opml.ts'
import { subscriptionLimit } from './limits.ts'
import { showsFeeds } from './lists.ts'
import { fitting } from './settings.ts'
import { toFeeds, toSubscriptionCore } from './wire-feed.ts'
import { toInboxSubscription, toLists, toListSubscription } from './wire-list.ts'

/** Subscriptions of a user. */
export const subscriptionsRoutes = {
  'subscriptions.list': async (context, input) => ({ data: await listed(context, input) }),

  'subscriptions.create': follow,

  'subscriptions.update': async (
    { user, storage },
    { feedId, listId, view, hideFromTimeline, ...change },
  ) => {
    const hidden =
      hideFromTimeline === undefined
        ? {}
        : { hideFromTimeline: hideFromTimeline ? (1 as const) : (0 as const) }
    const values = { view, ...stored(change), ...hidden }
    if (listId !== undefined) {
      if (await changeListSubscription(storage, user.id, listId, values)) return
      throw new Refusal('listNotFound', 'You do not follow this list.')
    }
    if (feedId === undefined) throw new Refusal('feedIdOrUrlRequired')
    if (values.category !== undefined) await keepMovedFeeds(storage, user.id, [feedId], values.category)
    const changed = await changeSubscriptions(storage, user.id, [feedId], values)
    if (changed === 0) throw new Refusal('feedNotFound', 'You do not follow this feed.')
  },

  'subscriptions.delete': async (context, input) => {
    await removeSubscriptions(context.storage, context.user.id, await namedFeeds(context, input))
    if (input.listId !== undefined)
      await removeListSubscription(context.storage, context.user.id, input.listId)
  },

  'subscriptions.batch': async ({ user, storage }, { feedIds, view, ...change }) => {
    const values = { view, ...stored(change) }
    if (values.category !== undefined) await keepMovedFeeds(storage, user.id, feedIds, values.category)
    await changeSubscriptions(storage, user.id, feedIds, values)
  },

  'subscriptions.parseOpml': async (context, { file }) => ({ data: await parsed(context, file) }),

  'subscriptions.import': async (
    context,
    { file, items, settings = true, rules: withRules = false, routes = false },
  ) => {
    const { user, storage, now, newId, parsing, secrets, room } = context
    const changeSettings: ChangeSettings = (change) =>
      changeTab(storage, { userId: user.id, tab: 'general', at: now() }, (values) =>
        fitting({ ...values, ...change(values) }),
      )
    const capacity =
      user.role === 'trial'
        ? subscriptionLimit(user) - (await countSubscriptions(storage, user.id))
        : Infinity
    const { lines: written, account } = await opmlContent(parsing, file)
    // The report of an import is stored for a while.
    if (!(await room.take(user.id, JSON.stringify(written.map(({ url, title }) => [url, title])).length)))
      throw new Refusal('accountFull')
    const chosen = chosenAddresses(items)
    const chosenSettings = { ...(settings ? account : noSettings), rules: withRules ? account.rules : [] }
    const restored = await restoreAccount(context, chosenSettings, {
      saveRules: (rules) => saveRules(context, rules),
      changeSettings,
    })
    const plan = planImport(written, { chosen, capacity, routes, secrets })
    const lines = await storeImport(storage, plan, { id: newId(), userId: user.id, now: now(), newId })
    await restoreFeedSettings(context, { lines: written, stored: lines }, changeSettings)
    return { data: { ...storedResult(lines), restored } }
  },

  'subscriptions.importStatus': async ({ user, storage }) => {
    const latest = await latestImport(storage, user.id)
    if (!latest) return { data: null }
    const { running, lines } = latest
    const done = lines.filter(({ outcome }) => outcome !== null).length
    return { data: { ...presentResult(lines), total: lines.length, done, running } }
  },

  'subscriptions.export': async (
    { user, storage, now, feedSchemes, secrets },
    { RSSHubURL, folderMode = 'view', settings = true },
  ) => {
    const rows = await subscriptionsOf(storage, user.id)
    const feeds = await feedsById(
      storage,
      rows.map(({ feedId }) => feedId),
    )
    const requests = await requestedForUsers(
      storage,
      rows.map(({ feedId }) => feedId),
    )
    const requestOf = new Map(requests.map((row) => [row.feedId, toFeedRequest(row)]))
    const collected = settings ? await collectSettings({ storage, secrets }, user) : null
    const exported = rows.flatMap(({ feedId, title, category, view, isPrivate, hideFromTimeline }) => {
      const feed = feeds.get(feedId)
      if (!feed) return []
      const { url, siteUrl, title: feedTitle } = feed
      return [
        {
          url: addressOfFeed(url),
          siteUrl,
          feedTitle,
          title,
          category,
          view: view as View,
          isPrivate: isPrivate === 1,
          request: (collected && requestOf.get(feedId)) ?? null,
          settings: collected
            ? { ...collected.ofFeed(feedId), hidesFromTimeline: hideFromTimeline === 1 }
            : usualSettings,
        },
      ]
    })
    const { writeOpml } = await import('../opml/write.ts')
    return writeOpml(
      exported,
      {
        folderMode,
        exportedAddress: (url) => feedSchemes.of(url)?.exported(url, RSSHubURL ?? undefined) ?? url,
        account: collected?.account ?? null,
      },
      new Date(now()),
    )
  },
} satisfies Routes

/** Another user's list contains no private subscriptions, and none of their custom names. */
async function listed(
  { user, storage, secrets, now, feedFields }: RequestContext<Caller | null>,
  { view, userId = user?.id }: Checked<'subscriptions.list'>,
): Promise<Output<'subscriptions.list'>['data']> {
  if (userId === undefined) throw new Refusal('unauthorized')
  const foreign = userId !== user?.id
  if (foreign && (await isDisabled(storage, userId))) throw new Refusal('userNotFound')
  const rows = await subscriptionsOf(storage, userId, { view, open: foreign })
  const feeds = await toFeeds(
    storage,
    (
      await feedsById(
        storage,
        rows.map(({ feedId }) => feedId),
      )
    ).values(),
  )
  const boosters = await feedFields.read('boosters', [...feeds.keys()])
  const rare = foreign ? new Set<string>() : await rareFeeds(storage, [...feeds.keys()], now())
  const ofFeeds = rows.flatMap((row) => {
    const feed = feeds.get(row.feedId)
    const core = toSubscriptionCore(foreign ? withoutNames(row) : row)
    const own = foreign ? feed : feed && { ...feed, rare: rare.has(row.feedId) }
    return own ? [{ ...core, feeds: own, boost: { boosters: [...(boosters.get(row.feedId) ?? [])] } }] : []
  })
  const ofLists = await listedLists(storage, user?.id ?? null, { userId, view })
  const ofInboxes = foreign || (view ?? 0) !== 0 ? [] : await inboxesOf(storage, userId)
  return [...ofFeeds, ...ofLists, ...ofInboxes.map((row) => toInboxSubscription(row, secrets))]
}

async function listedLists(
  storage: Storage,
  asking: string | null,
  { userId, view }: { userId: string; view?: number },
): Promise<ListSubscription[]> {
  const foreign = userId !== asking
  const rows = await listSubscriptionsOf(storage, userId, { view, open: foreign })
  const listRows = await listsById(
    storage,
    rows.map(({ listId }) => listId),
  )
  const lists = await toLists(storage, [...listRows.values()], await showsFeeds(storage, asking))
  return rows.flatMap((row) => {
    const list = lists.get(row.listId)
    return list ? [{ ...toListSubscription(foreign ? withoutNames(row) : row), lists: list }] : []
  })
}

const withoutNames = <R extends SubscriptionRow | ListSubscriptionRow>(row: R): R => ({
  ...row,
  title: null,
  category: null,
})

/** Names as they are stored: an empty one clears, an absent one changes nothing. */
function stored(change: {
  category?: string | null
  title?: string | null
  isPrivate?: boolean
}): SubscriptionChange {
  const { category, title, isPrivate } = change
  return {
    ...(category === undefined ? {} : { category: cleanName(category ?? '') }),
    ...(title === undefined ? {} : { title: cleanName(title ?? '') }),
    ...(isPrivate === undefined ? {} : { isPrivate: isPrivate ? 1 : 0 }),
  }
}

async function namedFeeds(
  { user, storage }: RequestContext,
  { feedIdList, feedId, listId, url }: Checked<'subscriptions.delete'>,
): Promise<string[]> {
  if (!feedIdList && !feedId && !url && !listId) throw new Refusal('feedIdOrUrlRequired')
  const address = url === undefined ? undefined : (normaliseAddress(url) ?? url)
  const existing =
    address === undefined
      ? undefined
      : ((await ownFeedOf(storage, user.id, address)) ?? (await findFeed(storage.db, address)))
  return [
    ...(feedIdList ?? []),
    ...(feedId === undefined ? [] : [feedId]),
    ...(existing ? [existing.id] : []),
  ]
}

/** @throws Refusal invalidFile */
async function opmlContent(parsing: RequestContext['parsing'], file: Uint8Array): Promise<OpmlContent> {
  const read = await parsing.parse('opml', file).catch(refuseWith('invalidFile'))
  if (!read.ok) throw new Refusal('invalidFile', read.reason)
  return read
}

/** `remaining` is at least what the file needs if an import has no limit: otherwise clients refuse to start it. */
async function parsed(
  { user, storage, parsing }: RequestContext,
  file: Uint8Array,
): Promise<Output<'subscriptions.parseOpml'>['data']> {
  const { lines: written, account } = await opmlContent(parsing, file)
  const lines = written.filter((line) => line.written !== '')
  const byUrl = Map.groupBy(lines, (line) => line.url ?? line.written)
  const subscriptions = [...byUrl].flatMap(([url, [line]]) =>
    line ? [{ userId: user.id, url, title: line.title, view: line.view, category: line.category }] : [],
  )
  const left = Math.max(0, subscriptionLimit(user) - (await countSubscriptions(storage, user.id)))
  return {
    subscriptions,
    remaining: user.role === 'trial' ? left : Math.max(left, subscriptions.length),
    settings: {
      rules: account.rules.length,
      routes: lines.filter(({ request }) => request && (request.proxy !== null || request.allowsInsecure))
        .length,
      labels: account.labels.length,
      folders: account.folders.length,
      retention: maySetRetention(user) ? account.retention.length : 0,
    },
  }
}
