/** A reader who refreshes, from the command to the sites and back: the real commands, model, server and feed service. */
import { allSettled, createWatch } from 'effector'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCommands } from '../../commands/index.ts'
import { infoNotified, registry, type UserNotification } from '../../src/model/app/index.ts'
import { navigationRequested } from '../../src/model/location/index.ts'
import { $newEntries, $timelineIds } from '../../src/model/timeline/index.ts'
import { manualClock } from '../../src/model/testing.ts'
import { createFeeds, type Feeds } from '../../src/server/feeds/index.ts'
import { openBrowser } from '../support/browsers.ts'
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts'
import { rssOf, startSite, type Site } from '../support/site.ts'

const MINUTE = 60_000
const time = manualClock()
let server: TestServer
let feeds: Feeds
let site: Site
let user: TestUser
beforeAll(async () => {
  site = await startSite()
  server = await startTestServer({
    env: { FETCH_ALLOW: '127.0.0.1' },
    now: time.clock.now,
    feeds: {
      follow: (url, userId) => feeds.follow(url, userId),
      check: (userId, ids) => feeds.check(userId, ids),
    },
  })
  feeds = createFeeds(server.services)
  // The first user is an admin, who may do more.
  await server.signUp()
  user = await server.signUp()
})
afterAll(async () => {
  site.close()
  await feeds.stop()
  await server.close()
})

test('what the sites have published is announced and listed on request, and no site is asked twice', async () => {
  const guids = new Map([
    ['/a', ['a1']],
    ['/b', ['b1']],
  ])
  site.answer = ({ url = '' }, response) => void response.writeHead(200).end(rssOf(guids.get(url) ?? []))
  for (const path of guids.keys())
    await user.request('/subscriptions', { method: 'POST', body: { url: site.url + path, view: 0 } })
  const browser = await openBrowser({ server, user, time, name: 'laptop' })
  const { scope } = browser.page()
  await allSettled(navigationRequested, { scope, params: { source: { kind: 'all' } } })
  await allSettled(registry.registered, { scope, params: allCommands })
  const notified: UserNotification[] = []
  createWatch({ unit: infoNotified, scope, fn: (one) => void notified.push(one) })
  const run = (id: string) =>
    allSettled(registry.commandInvoked, { scope, params: { id, source: 'keyboard' } })
  const listed = () => scope.getState($timelineIds).ids.length
  const sent = () => site.requests.filter(({ path }) => guids.has(path)).length
  expect(listed()).toBe(2)

  await browser.page().later(2 * MINUTE)
  guids.set('/a', ['a3', 'a2', 'a1'])
  guids.set('/b', ['b2', 'b1'])
  const before = sent()
  await run('timeline:refetch')
  expect(scope.getState($newEntries)).toEqual({ count: 3 })
  expect(listed()).toBe(2)
  await run('timeline:show-new')
  expect(listed()).toBe(5)
  expect(sent() - before).toBe(2)

  await run('timeline:refetch')
  expect(sent() - before).toBe(2)
  expect(notified).toMatchObject([{ key: 'app:feedback.nothingNewYet', values: { count: 2 } }])

  site.answer = ({ url }, response) =>
    void (url === '/a' ? response.writeHead(500).end() : response.writeHead(200).end(rssOf(['b2', 'b1'])))
  await browser.page().later(2 * MINUTE)
  notified.length = 0
  await run('timeline:refetch')
  expect(notified).toMatchObject([
    { key: 'app:feedback.nothingNewBut', values: { checked: 1, failed: 1, waiting: 0 } },
  ])
  browser.close()
})
