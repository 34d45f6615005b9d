/** A user on a real server, who follows one feed and has the number of stored entries that a bench needs. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startLectern, type Lectern } from '../../support/lectern.ts'
import { manyEntries, serveWrittenFeeds, type WrittenFeeds } from '../../support/written-feeds.ts'
import { benchEntry, writeOnServer } from './bench-entries.ts'
import { forgetBuild, startBrowser, type Browser } from './browser.ts'
import { openSubject, productKind } from './subject.ts'

export type Library = {
  readonly lectern: Lectern
  readonly feeds: WrittenFeeds
  readonly browser: Browser
  /** The feed that is followed. */
  readonly feedId: string
  /** Adds entries to the server and to follow.db until both have so many; the newest have texts: those are the ones read. */
  readonly fill: (entries: number) => Promise<void>
  readonly close: () => Promise<void>
}

const ACCOUNT = { name: 'Bench', email: 'bench@example.org', password: 'correct horse battery' }
const DAY = 86_400_000

/** The folder of a database that is reused between runs. */
type Stored = { readonly server: string; readonly profile: string; readonly port: number }

/** A database of this run alone, initially empty. */
export async function openLibrary(): Promise<Library> {
  const library = await opened()
  return withFeed(library, await follow(library))
}

const BENCH = join(import.meta.dirname, '../../../.bench/reader')

/**
 * A database that is created once and reused: the same user, server and browser in every run.
 * @param entries how many it has
 * @param input.apart works on a copy and leaves the stored one unchanged
 */
export async function openStored(entries: number, input: { apart?: boolean } = {}): Promise<Library> {
  const folder = join(BENCH, String(entries))
  const port = 20_000 + (entries % 9973)
  if (!existsSync(join(folder, 'whole'))) await make(folder, port, entries)
  const at = input.apart ? mkdtempSync(join(tmpdir(), 'lectern-bench-')) : folder
  if (input.apart) cpSync(folder, at, { recursive: true })
  const library = await opened({ server: join(at, 'server'), profile: join(at, 'profile'), port })
  await takeUpBuild(library)
  const close = async () => {
    await library.close()
    if (input.apart) rmSync(at, { recursive: true, force: true, maxRetries: 5 })
  }
  return { ...withFeed(library, readFileSync(join(folder, 'whole'), 'utf8')), close }
}

async function make(folder: string, port: number, entries: number): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const at = { server: join(folder, 'server'), profile: join(folder, 'profile'), port }
  for (const part of [at.server, at.profile]) mkdirSync(part, { recursive: true })
  const library = await opened(at)
  try {
    const feedId = await follow(library)
    await fill(library, { feedId, from: 0, to: entries })
    writeFileSync(join(folder, 'whole'), feedId)
  } finally {
    await library.close()
  }
}

type Begun = Pick<Library, 'lectern' | 'feeds' | 'browser' | 'close'>

function withFeed(library: Begun, feedId: string): Library {
  let filled = 0
  const fillTo = async (entries: number) => {
    await fill(library, { feedId, from: filled, to: entries })
    filled = Math.max(filled, entries)
  }
  return { ...library, feedId, fill: fillTo }
}

async function opened(stored?: Stored): Promise<Begun> {
  const lectern = stored
    ? await startLectern({ PORT: String(stored.port) }, { postgres: '', folder: stored.server })
    : await startLectern({}, { postgres: '' })
  const feeds = await serveWrittenFeeds()
  const browser = await startBrowser(stored?.profile)
  return {
    lectern,
    feeds,
    browser,
    close: async () => {
      await browser.close()
      await feeds.close()
      await (stored ? lectern.stop() : lectern.end())
    },
  }
}

/** A document of the product's origin without the product: responses other than its files are sandboxed, without storage. */
export const openBareOrigin = (page: Page, url: string) => page.goto(new URL('/icon-64.png', url).href)

/** Removes the service worker of an older build, and waits for the current one. */
async function takeUpBuild({ lectern, browser }: Begun): Promise<void> {
  const { page } = await browser.open()
  await openBareOrigin(page, lectern.url)
  await forgetBuild(page)
  await page.goto(lectern.url)
  await page.waitForSelector(productKind.row)
  // Ready means installed, and installed means that the whole build is cached.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  // A returning user has stayed for longer than the cleanup takes.
  await page.waitForTimeout(7000)
  await page.close()
}

/**
 * Signs up, follows the feed, and reads nothing yet. Its own entries are older than all inserted ones, so none
 * precede those.
 * @returns the feed's id
 */
async function follow({ lectern, feeds, browser }: Begun): Promise<string> {
  feeds.write('followed', manyEntries('followed', 3, Date.now() - 4000 * DAY))
  const { page } = await browser.open()
  await page.goto(lectern.url)
  await post(page, '/better-auth/sign-up/email', { ...ACCOUNT, callbackURL: '/' })
  const followed = { url: feeds.address('followed'), view: 0 }
  const { feed } = await post<{ feed?: { id: string } }>(page, '/subscriptions', followed)
  await page.goto(lectern.url)
  // The first-run guide is dismissed for good.
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForSelector(productKind.row)
  await page.waitForTimeout(2000)
  await page.close()
  return feed?.id ?? ''
}

/** Sends a request with the page's session, outside the page's state. @throws with the response on failure */
export const post = <T>(page: Page, path: string, body: object): Promise<T> =>
  page.evaluate(
    async ({ path: to, body: sent }) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`/api${to}`, { method: 'POST', headers, body: JSON.stringify(sent) })
      if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`)
      return answer.json()
    },
    { path, body },
  )

type Part = { readonly feedId: string; readonly from: number; readonly to: number }

/** Into follow.db through the product's own worker, in a tab of its own. */
async function fill({ lectern, browser }: Begun, part: Part): Promise<void> {
  const { feedId, from, to } = part
  const until = Date.now()
  const worker = readdirSync(join(import.meta.dirname, '../../../dist/assets')).find((name) =>
    /^database-.*\.js$/.test(name),
  )
  const { page } = await openSubject(browser, productKind, lectern.url)
  const putting = await page.evaluateHandle((name) => {
    const database = new Worker(`/assets/${name}`, { type: 'module', name: 'follow.db' })
    const waiting = new Map<number, (failure?: unknown) => void>()
    database.addEventListener('message', ({ data }) => waiting.get(data.id)?.(data.failure))
    let id = 0
    return (argument: unknown) =>
      new Promise<void>((resolve, reject) => {
        id += 1
        waiting.set(id, (failure) => (failure ? reject(new Error(JSON.stringify(failure))) : resolve()))
        database.postMessage({ id, name: 'entries.put', argument })
      })
  }, worker)
  for (let at = from; at < to; at += 1000) {
    const entries = Array.from({ length: Math.min(1000, to - at) }, (_, index) =>
      benchEntry(feedId, at + index, until),
    )
    writeOnServer(lectern.library.dir, feedId, entries)
    await putting.evaluate((put, some) => put(some), entries)
  }
  // The search index follows when idle.
  await page.waitForTimeout(1000 + (to - from) / 10)
  await page.close()
}
