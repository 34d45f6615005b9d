/** How much memory `npm start` holds: after its start, at the peak of a first crawl, and a minute later. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { startPlainSite } from './crawl/plain-site.ts'
import { judged, type Figure } from './figure.ts'

const FEEDS = 1000
/** ms */
const AFTER_START = 10_000
const AFTER_CRAWL = 60_000
/** design.md 8, MB resident of the server process */
const BUDGETS = { start: 120, peak: 250, later: 150 }

const top = join(import.meta.dirname, '../..')

/** Linux only: elsewhere nothing is yielded. @param bench whose figures they are */
export async function* serverMemory(bench: string): AsyncGenerator<Figure> {
  if (process.platform !== 'linux') return
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  const site = await startPlainSite(FEEDS)
  const server = await startServer(folder)
  const figure = (name: string, product: number, bar: number) =>
    judged({ bench, figure: `server memory ${name}`, product, bar, unit: 'MB resident' })
  try {
    await pause(AFTER_START)
    yield figure('at start', server.resident(), BUDGETS.start)
    await importFeeds(server.url, site.urls)
    let peak = 0
    while (feedsLeft(folder) > 0) {
      peak = Math.max(peak, server.resident())
      await pause(100)
    }
    yield figure(`at the peak of a crawl of ${FEEDS} feeds`, peak, BUDGETS.peak)
    await pause(AFTER_CRAWL)
    yield figure('a minute after the crawl', server.resident(), BUDGETS.later)
  } finally {
    await server.stop()
    site.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The program of `npm start`, without npm. */
async function startServer(folder: string) {
  const { scripts } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const child = spawn(process.execPath, scripts.start.split(' ').slice(1), {
    cwd: top,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: folder,
      DATABASE_URL: '',
      PORT: '0',
      SIGNUP: 'open',
      LOG_LEVEL: 'error',
      FETCH_ALLOW: '127.0.0.0/8',
    },
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      const [, address] = /ready at (\S+)/.exec(String(text)) ?? []
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
  return {
    url,
    /** MB */
    resident: (): number => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / 1e6
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function importFeeds(url: string, feeds: readonly string[]): Promise<void> {
  const post = async (path: string, body: BodyInit, headers: Record<string, string>) => {
    const response = await fetch(url + path, { method: 'POST', body, headers: { origin: url, ...headers } })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  const user = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery', callbackURL: '/' }
  const signedUp = await post('/api/better-auth/sign-up/email', JSON.stringify(user), {
    'content-type': 'application/json',
  })
  const cookie = signedUp.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const outlines = feeds.map((feed, at) => `<outline type="rss" text="Feed ${at}" xmlUrl="${feed}"/>`)
  const form = new FormData()
  form.set('file', new File([`<opml version="2.0"><body>${outlines.join('')}</body></opml>`], 'feeds.opml'))
  await post('/api/subscriptions/import', form, { cookie })
}

/** Feeds that were never fetched. */
function feedsLeft(folder: string): number {
  const database = new DatabaseSync(join(folder, 'lectern.sqlite'), { readOnly: true, timeout: 5000 })
  const row = database.prepare('select count(*) as "left" from "feeds" where "checkedAt" is null').get()
  database.close()
  return Number(row?.['left'])
}
