/** The whole server as a process on a database of the bench, and all processes whose CPU time counts as its own. */
import { readdirSync, readFileSync } from 'node:fs'
import { startLectern } from '../../support/lectern.ts'
import type { Library } from './library.ts'

export type Served = {
  readonly url: string
  /** The server, and PostgreSQL's processes for this database. */
  readonly pids: () => number[]
  readonly end: () => Promise<void>
}

export async function serveLibrary({ env }: Pick<Library, 'env'>): Promise<Served> {
  const lectern = await startLectern({ SIGNUP: 'closed', ...env }, { postgres: '', folder: env.DATA_DIR })
  return {
    url: lectern.url,
    pids: () => [lectern.pid, ...backendsOf(env.DATABASE_URL)],
    end: async () => void (await lectern.stop()),
  }
}

/** PostgreSQL's own processes for a database contain its name. @param url empty for SQLite */
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
