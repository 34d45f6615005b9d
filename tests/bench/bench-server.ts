/** The server as its hosts run it, for figures of its process (Linux). */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type BenchServer = {
  readonly url: string
  /** MB */
  readonly resident: () => number
  /** What it has used of the processor so far, all threads. */
  readonly cpuSeconds: () => number
  readonly stop: () => Promise<void>
}

const top = join(import.meta.dirname, '../..')
/** USER_HZ of Linux on every platform that Node runs on. */
const TICKS_PER_SECOND = 100

/** The program of `npm start`, without npm. @param within a command that replaces itself by the one after it */
export async function startServer(folder: string, within: readonly string[] = []): Promise<BenchServer> {
  const { scripts } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const [program = '', ...parameters] = [...within, process.execPath, ...scripts.start.split(' ').slice(1)]
  const child = spawn(program, parameters, {
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
    resident: (): number => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / 1e6
    },
    cpuSeconds: (): number => {
      // After the name in parentheses; of all threads (proc(5)).
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Signs a user up, who then follows these feeds. @returns the user's cookies */
export async function importFeeds(url: string, feeds: readonly string[]): Promise<string> {
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
  return cookie
}

/** Feeds that were never fetched. */
export function feedsLeft(folder: string): number {
  const database = new DatabaseSync(join(folder, 'lectern.sqlite'), { readOnly: true, timeout: 5000 })
  const row = database
    .prepare('select count(*) as "left" from "feedSchedule" where "checkedAt" is null')
    .get()
  database.close()
  return Number(row?.['left'])
}
