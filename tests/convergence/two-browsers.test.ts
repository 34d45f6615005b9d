/** Two browsers of one user, which change things without a connection, end in the same state as the server. */
import { allSettled, type EventCallable } from 'effector'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Output } from '../../src/contract/calls.ts'
import type { CallName } from '../../src/contract/paths.ts'
import { rowsRequested } from '../../src/model/entries/index.ts'
import {
  $highlights,
  highlightCreated,
  highlightDeleted,
  highlightUpdated,
} from '../../src/model/highlights/index.ts'
import { $labels, labelDeleted, labelPut, labelRenamed } from '../../src/model/labels/index.ts'
import { allMarked, readMarked } from '../../src/model/reads/index.ts'
import { $storedSettings, settingChanged } from '../../src/model/settings/index.ts'
import { starsSet } from '../../src/model/stars/index.ts'
import {
  $subscriptions,
  subscriptionEdited,
  subscriptionsMoved,
  unfollowRequested,
} from '../../src/model/subscriptions/index.ts'
import { manualClock } from '../../src/model/testing.ts'
import { openBrowser, type Browser } from '../support/browsers.ts'
import { FUZZ_TIMEOUT_MS, fuzzRuns } from '../support/fuzz.ts'
import { seedEntries, seedFeed, seedSubscription } from '../support/library.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { kinds } from '../support/storage.ts'

/** ms after which a test gives up waiting for a state. */
const PATIENCE_MS = 20_000
const FEEDS = 3
const ENTRIES_OF_FEED = 4
const entry = fc.nat(FEEDS * ENTRIES_OF_FEED - 1)
const feed = fc.nat(FEEDS - 1)
const on = fc.boolean()
const name = fc.constantFrom('Later', 'Work', 'Work/Urgent')

/** What a user does in one of the two browsers. */
type Action =
  | { readonly do: 'read' | 'star'; readonly entry: number; readonly on: boolean }
  | { readonly do: 'label'; readonly entry: number; readonly name: string; readonly on: boolean }
  | { readonly do: 'renameLabel'; readonly name: string; readonly to: string }
  | { readonly do: 'deleteLabel'; readonly name: string }
  | { readonly do: 'highlight'; readonly entry: number }
  /** `index`: of the highlights that the browser shows. */
  | { readonly do: 'note'; readonly index: number; readonly note: string }
  | { readonly do: 'deleteHighlight'; readonly index: number }
  | { readonly do: 'markFeed' | 'unfollow'; readonly feed: number }
  | { readonly do: 'rename'; readonly feed: number; readonly title: string | null }
  | { readonly do: 'move'; readonly feed: number; readonly folder: string | null }
  | { readonly do: 'setting'; readonly key: 'unreadOnly' | 'dimRead'; readonly on: boolean }
  | { readonly do: 'toggleConnection' | 'reload' | 'wait' }

const actionOf = <Name extends Action['do'], Rest extends object>(
  does: Name,
  rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> },
) => fc.record({ do: fc.constant(does), ...rest }) as fc.Arbitrary<{ do: Name } & Rest>
const actions = fc.oneof(
  actionOf('read', { entry, on }),
  actionOf('read', { entry, on }),
  actionOf('star', { entry, on }),
  actionOf('label', { entry, name, on }),
  actionOf('label', { entry, name, on }),
  actionOf('renameLabel', { name, to: name }),
  actionOf('deleteLabel', { name }),
  actionOf('highlight', { entry }),
  actionOf('highlight', { entry }),
  actionOf('note', { index: fc.nat(3), note: fc.constantFrom('one', 'two') }),
  actionOf('deleteHighlight', { index: fc.nat(3) }),
  actionOf('markFeed', { feed }),
  actionOf('unfollow', { feed: fc.constant(FEEDS - 1) }),
  actionOf('rename', { feed, title: fc.constantFrom('A', 'B', null) }),
  actionOf('move', { feed, folder: fc.constantFrom('News', 'Fun', null) }),
  actionOf('setting', { key: fc.constantFrom('unreadOnly' as const, 'dimRead' as const), on }),
  actionOf('toggleConnection', {}),
  actionOf('toggleConnection', {}),
  actionOf('reload', {}),
  actionOf('wait', {}),
)
const steps: fc.Arbitrary<readonly { readonly browser: number; readonly action: Action }[]> = fc.array(
  fc.record({ browser: fc.nat(1), action: actions }),
  { minLength: 4, maxLength: 25 },
)

describe.each(kinds)('two browsers on %s', (kind) => {
  let server: TestServer
  const time = manualClock(Date.UTC(2026, 0, 15, 12))
  const feedIds: string[] = []
  const entryIds: string[] = []
  beforeAll(async () => {
    server = await startTestServer({ kind, now: time.clock.now })
    for (let n = 0; n < FEEDS; n += 1) {
      const feedId = await seedFeed(server.storage)
      const published = Array.from(
        { length: ENTRIES_OF_FEED },
        (_, at) => time.clock.now() - (at + 1) * 60_000,
      )
      const entries = published.map((at) => ({
        publishedAt: at,
        insertedAt: at,
        content: '<p>Some text.</p>',
      }))
      feedIds.push(feedId)
      entryIds.push(...(await seedEntries(server.storage, feedId, entries)))
    }
  })
  afterAll(() => server.close())

  let users = 0
  /** A user who follows all feeds, and two browsers that have read them. */
  async function openBrowsers() {
    users += 1
    const user = await server.signUp(`${kind}${users}`)
    for (const feedId of feedIds) await seedSubscription(server.storage, user.id, feedId)
    await user.request('/settings/general', { method: 'PATCH', body: { unreadOnly: false } })
    const [desk, phone] = [
      await openBrowser({ server, user, time, name: 'desk' }),
      await openBrowser({ server, user, time, name: 'phone' }),
    ]
    await expect.poll(() => desk.isLive() && phone.isLive(), { timeout: PATIENCE_MS }).toBe(true)
    await settle([desk, phone], time)
    return { user, desk, phone }
  }

  test('a change in one is told to the other while both are open, and shown there', async () => {
    const { user, desk, phone } = await openBrowsers()
    const ids = { feedIds, entryIds, highlightId: () => `${user.id}-live` }
    const changes: readonly (readonly [call: string, Action])[] = [
      ['reads.mark', { do: 'read', entry: 0, on: true }],
      ['collections.add', { do: 'star', entry: 1, on: true }],
      ['labels.add', { do: 'label', entry: 2, name: 'Later', on: true }],
      ['highlights.create', { do: 'highlight', entry: 3 }],
      ['subscriptions.batch', { do: 'move', feed: 0, folder: 'News' }],
      ['settings.update', { do: 'setting', key: 'dimRead', on: true }],
      ['reads.unmark', { do: 'read', entry: 0, on: false }],
    ]
    for (const [call, one] of changes) {
      await act(desk, one, ids)
      // A browser collects changes of settings for a second, and marks, before it sends them.
      await settle([desk], time)
      await expect.poll(() => phone.changes, { timeout: PATIENCE_MS }).toContain(call)
      await expect
        .poll(
          async () => {
            await phone.page().settled()
            return differencesOf(phone, user, entryIds)
          },
          { timeout: PATIENCE_MS },
        )
        .toEqual([])
    }
    expect(desk.changes).toEqual([])
    for (const one of [desk, phone]) one.close()
  })

  // The rest does not depend on the engine.
  if (kind !== 'sqlite') return

  test(
    'end in the same state as each other and as the server',
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, fc.boolean(), async (taken, deskFirst) => {
          const { user, desk, phone } = await openBrowsers()
          const connected = new Set([desk, phone])
          let created = 0
          for (const { browser, action: one } of taken) {
            const acting = browser === 0 ? desk : phone
            time.move(10)
            if (one.do === 'toggleConnection') {
              if (connected.delete(acting)) await acting.disconnect()
              else {
                connected.add(acting)
                await acting.connect()
              }
            } else if (one.do === 'reload') await acting.reload()
            else if (one.do === 'wait') await settle([desk, phone], time)
            else await act(acting, one, { feedIds, entryIds, highlightId: () => `${user.id}-${created++}` })
          }
          const order = deskFirst ? [desk, phone] : [phone, desk]
          for (const one of order) {
            if (!connected.has(one)) await one.connect()
            await settle([one], time)
          }
          await expect
            .poll(
              async () => {
                await settle(order, time)
                return [await differencesOf(desk, user, entryIds), await differencesOf(phone, user, entryIds)]
              },
              { timeout: PATIENCE_MS },
            )
            .toEqual([[], []])
          for (const one of [desk, phone]) one.close()
        }),
        fuzzRuns(5),
      )
    },
    // Each run waits for two browsers, which takes long on a busy machine.
    3 * FUZZ_TIMEOUT_MS,
  )
})

type Ids = {
  readonly feedIds: readonly string[]
  readonly entryIds: readonly string[]
  readonly highlightId: () => string
}
async function act(browser: Browser, action: Action, { feedIds, entryIds, highlightId }: Ids): Promise<void> {
  const { scope } = browser.page()
  const send = <T>(event: EventCallable<T>, params: T) =>
    allSettled(event as EventCallable<unknown>, { scope, params })
  // As the list does with the rows on the screen.
  await send(rowsRequested, entryIds)
  const shownHighlights = [...scope.getState($highlights)].map(({ id }) => id).toSorted()
  switch (action.do) {
    case 'read':
      return send(readMarked, { ids: [entryIds[action.entry] ?? ''], read: action.on })
    case 'star':
      return send(starsSet, { ids: [entryIds[action.entry] ?? ''], starred: action.on, origin: 'command' })
    case 'label':
      return send(labelPut, { name: action.name, entryIds: [entryIds[action.entry] ?? ''], on: action.on })
    case 'renameLabel':
      return send(labelRenamed, { name: action.name, to: action.to })
    case 'deleteLabel':
      return send(labelDeleted, { name: action.name })
    case 'highlight': {
      const quote = { exact: 'Some', prefix: '', suffix: ' text.' }
      const entryId = entryIds[action.entry] ?? ''
      return send(highlightCreated, { id: highlightId(), entryId, quote, position: null, note: null })
    }
    case 'note': {
      const id = shownHighlights[action.index]
      return id === undefined ? undefined : send(highlightUpdated, { id, note: action.note })
    }
    case 'deleteHighlight': {
      const id = shownHighlights[action.index]
      return id === undefined ? undefined : send(highlightDeleted, { id })
    }
    case 'markFeed':
      return send(allMarked, { scope: 'subscription', ids: [`feed/${feedIds[action.feed]}`] })
    case 'unfollow':
      return send(unfollowRequested, { ids: [`feed/${feedIds[action.feed]}`] })
    case 'rename':
      return send(subscriptionEdited, { id: `feed/${feedIds[action.feed]}`, patch: { title: action.title } })
    case 'move':
      return send(subscriptionsMoved, { ids: [`feed/${feedIds[action.feed]}`], category: action.folder })
    case 'setting':
      return send(settingChanged, { tab: 'general', key: action.key, value: action.on })
  }
}

/** Lets the browsers send and receive what they wait to send and receive. */
async function settle(browsers: readonly Browser[], time: ReturnType<typeof manualClock>): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    time.move(2500)
    await new Promise((resolve) => setTimeout(resolve, 30))
    for (const browser of browsers) await browser.page().settled()
  }
}

/**
 * What a browser and the server know alike, as lines that a failure can show. Entries of a feed that is followed no longer are
 * left out: a browser asks for their stars and labels when it shows them.
 */
type State = ReadonlySet<string>

/** Of follow.db, and of the stores that the screens show. */
async function stateOf(browser: Browser, entryIds: readonly string[]): Promise<State> {
  const { scope, local } = browser.page()
  const followed = [...scope.getState($subscriptions).values()]
  const heads = await local.call('entries.heads', entryIds)
  const general = scope.getState($storedSettings).general.values as Record<string, unknown>
  return new Set([
    ...followed.map(
      ({ feedId, title, category }) => `follows ${feedId} as ${title ?? ''} in ${category ?? ''}`,
    ),
    ...heads
      .filter((head) => followed.some(({ feedId }) => feedId === head.feedId))
      .flatMap(({ id, read, starredAt, labels = [] }) => [
        ...(read ? [`${id} is read`] : []),
        ...(starredAt === null ? [] : [`${id} is starred`]),
        ...labels.map((label) => `${id} is labelled ${label}`),
      ]),
    ...scope.getState($labels).map((label) => `label ${label.name}`),
    ...[...scope.getState($highlights)].map(
      ({ id, entryId, note }) => `highlight ${id} of ${entryId}: ${note ?? ''}`,
    ),
    ...['unreadOnly', 'dimRead'].map((key) => `${key} is ${general[key] ?? false}`),
  ])
}

async function stateOfServer(user: TestUser): Promise<State> {
  const get = async <N extends CallName>(path: string) =>
    (await (await user.request(path)).json()) as Output<N>
  const subscriptions = await get<'subscriptions.list'>('/subscriptions')
  const labels = await get<'labels.list'>('/labels')
  const highlights = await get<'highlights.list'>('/highlights')
  const { settings } = await get<'settings.get'>('/settings')
  const search = await user.request('/entries/search', { method: 'POST', body: { q: '', limit: 100 } })
  const found = ((await search.json()) as Output<'entries.search'>).data
  const followed = subscriptions.data.flatMap((one) => ('feedId' in one ? [one] : []))
  return new Set([
    ...followed.map(
      ({ feedId, title, category }) => `follows ${feedId} as ${title ?? ''} in ${category ?? ''}`,
    ),
    ...found
      .filter(({ feeds }) => followed.some(({ feedId }) => feedId === feeds.id))
      .flatMap(({ entries: { id }, read, collections, labels: names = [] }) => [
        ...(read ? [`${id} is read`] : []),
        ...(collections ? [`${id} is starred`] : []),
        ...names.map((label) => `${id} is labelled ${label}`),
      ]),
    ...labels.data.map((label) => `label ${label.name}`),
    ...highlights.data.map(({ id, entryId, note }) => `highlight ${id} of ${entryId}: ${note ?? ''}`),
    ...['unreadOnly', 'dimRead'].map((key) => `${key} is ${settings['general']?.[key] ?? false}`),
  ])
}

/** What only the browser says, and what only the server says. */
async function differencesOf(
  browser: Browser,
  user: TestUser,
  entryIds: readonly string[],
): Promise<readonly string[]> {
  const here = await stateOf(browser, entryIds)
  const there = await stateOfServer(user)
  return [
    ...[...here].filter((line) => !there.has(line)).map((line) => `browser: ${line}`),
    ...[...there].filter((line) => !here.has(line)).map((line) => `server: ${line}`),
  ]
}
