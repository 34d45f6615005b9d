/** Somebody at a real server, who follows one feed and has as many of its entries at hand as a bench asks for. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ReceivedEntry } from '../../../src/local/calls.ts'
import { startLectern, type Lectern } from '../../support/lectern.ts'
import { manyEntries, serveWrittenFeeds, type WrittenFeeds } from '../../support/written-feeds.ts'
import { randomFrom, words } from '../prose.ts'
import { startBrowser, type Browser, type Tab } from './browser.ts'
import { productKind } from './subject.ts'

export type Library = {
  readonly lectern: Lectern
  readonly feeds: WrittenFeeds
  readonly browser: Browser
  /** The feed that is followed. */
  readonly feedId: string
  /** Adds entries to follow.db until it has so many; the newest have texts, because those are the ones read. */
  readonly fill: (entries: number) => Promise<void>
  readonly close: () => Promise<void>
}

const ACCOUNT = { name: 'Bench', email: 'bench@example.org', password: 'correct horse battery' }
const DAY = 86_400_000
/** How many of the newest entries have their text at hand. */
const WITH_TEXT = 1500

export async function openLibrary(): Promise<Library> {
  const lectern = await startLectern()
  const feeds = await serveWrittenFeeds()
  const browser = await startBrowser()
  // Older than all that is filled in, so that the server has nothing to put before it.
  feeds.write('followed', manyEntries('followed', 3, Date.now() - 4000 * DAY))
  const tab = await browser.open()
  const feedId = await begun(tab, lectern, feeds)
  let filled = 0
  return {
    lectern,
    feeds,
    browser,
    feedId,
    fill: async (entries) => {
      await fill(browser, lectern, { feedId, from: filled, to: entries })
      filled = Math.max(filled, entries)
    },
    close: async () => {
      await browser.close()
      await feeds.close()
      await lectern.end()
    },
  }
}

/** Signs up, follows the feed, and reads nothing yet. @returns the feed's id */
async function begun({ page }: Tab, lectern: Lectern, feeds: WrittenFeeds): Promise<string> {
  await page.goto(lectern.url)
  const post = (path: string, body: object) =>
    page.evaluate(
      async ({ path: to, body: sent }) => {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(`/api${to}`, { method: 'POST', headers, body: JSON.stringify(sent) })
        if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`)
        return (await answer.json()) as { feed?: { id: string } }
      },
      { path, body },
    )
  await post('/better-auth/sign-up/email', { ...ACCOUNT, callbackURL: '/' })
  const { feed } = await post('/subscriptions', { url: feeds.address('followed'), view: 0 })
  await page.goto(lectern.url)
  // The guide for newcomers is put away for good.
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForSelector(productKind.row)
  await page.waitForTimeout(2000)
  await page.close()
  return feed?.id ?? ''
}

type Part = { readonly feedId: string; readonly from: number; readonly to: number }

/** Through the product's own worker, in a tab of its own. */
async function fill(browser: Browser, lectern: Lectern, { feedId, from, to }: Part): Promise<void> {
  const worker = readdirSync(join(import.meta.dirname, '../../../dist/assets')).find((name) =>
    /^main-.*\.js$/.test(name),
  )
  const { page } = await browser.open()
  await page.goto(lectern.url)
  await page.waitForSelector(productKind.row)
  const opened = await page.evaluateHandle((name) => {
    const crew = new Worker(`/assets/${name}`, { type: 'module', name: 'follow.db' })
    const waiting = new Map<number, (failure?: unknown) => void>()
    crew.addEventListener('message', ({ data }) => waiting.get(data.id)?.(data.failure))
    let id = 0
    return (argument: unknown) =>
      new Promise<void>((resolve, reject) => {
        id += 1
        waiting.set(id, (failure) => (failure ? reject(new Error(JSON.stringify(failure))) : resolve()))
        crew.postMessage({ id, name: 'entries.put', argument })
      })
  }, worker)
  for (let at = from; at < to; at += 1000) {
    const part = Array.from({ length: Math.min(1000, to - at) }, (_, index) => written(feedId, at + index))
    await opened.evaluate((put, entries) => put(entries), part)
  }
  // The index of words follows in idle moments.
  await page.waitForTimeout(1000 + (to - from) / 20)
  await page.close()
}

/** Newest first: number 0 is an hour old, each next one six minutes older. */
function written(feedId: string, number: number): ReceivedEntry {
  const random = randomFrom(number + 1)
  const at = Date.now() - 3_600_000 - number * 360_000
  const content = Array.from(
    { length: 12 },
    (_, part) => `<p>${part === 0 ? `Text ${number}: ` : ''}${words(random, 60)}</p>`,
  )
  return {
    id: String(9_000_000_000_000 - number),
    feedId,
    guid: `bench-${number}`,
    title: `Entry ${number} ${words(random, 6)}`,
    url: `https://feeds.example/entry/${number}`,
    description: words(random, 16),
    author: null,
    authorUrl: null,
    authorAvatar: null,
    language: 'en',
    categories: [],
    media: [],
    attachments: [],
    extra: null,
    settings: null,
    sources: ['feed'],
    publishedAt: at,
    insertedAt: at,
    read: false,
    starredAt: null,
    view: 0,
    ...(number < WITH_TEXT && { content: content.join('') }),
  }
}
