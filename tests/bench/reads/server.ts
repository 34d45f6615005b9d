/** The whole server as a process on a library of the bench, and everything whose CPU is its own. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Library } from './library.ts'

export type Served = {
  readonly url: string
  /** The server, and PostgreSQL where it works for this library. */
  readonly pids: () => number[]
  readonly end: () => Promise<void>
}

const ROOT = join(import.meta.dirname, '../../..')

export async function serveLibrary({ env }: Pick<Library, 'env'>): Promise<Served> {
  const settings = { LOG_LEVEL: 'error', PORT: '0', SIGNUP: 'closed', FETCH_ALLOW: '127.0.0.0/8', ...env }
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const ready = /ready at (\S+)/.exec(line)?.[1]
      if (ready) resolve(ready)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
  return {
    url,
    pids: () => [child.pid ?? 0, ...backendsOf(env.DATABASE_URL)],
    async end() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** PostgreSQL's own processes for a database say its name. @param url empty for SQLite */
export function backendsOf(url: string): number[] {
  if (url === '') return []
  const database = new URL(url).pathname.slice(1)
  return readdirSync('/proc').flatMap((name) => {
    try {
      const command = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/cmdline`, 'latin1') : ''
      return command.startsWith('postgres:') && command.includes(` ${database} `) ? [Number(name)] : []
    } catch {
      return []
    }
  })
}
