/** A server and several workers as processes of their own on one PostgreSQL, so that tests can watch and kill them. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { COMPILE_CACHE } from './lectern.ts'
import { startPooler } from './pooler.ts'
import { createOwnDatabase } from './postgres.ts'

export type Fleet = {
  /** http://127.0.0.1:PORT of each server */
  readonly servers: readonly string[]
  readonly workers: readonly ChildProcess[]
  /** Starts one more worker. */
  readonly addWorker: () => Promise<ChildProcess>
  /** postgres://… of the database. */
  readonly database: string
  /** Queries the database directly. */
  readonly rows: <T extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<T[]>
  /** kill -9 of one worker. */
  readonly kill: (worker: ChildProcess) => Promise<void>
  /** SIGTERM to all running ones at once. @returns their exit codes, and the ms of the slowest */
  readonly stop: () => Promise<{ codes: (number | null)[]; longest: number }>
  readonly end: () => Promise<void>
}

const READY = /^Lectern is (?:ready at (\S+)|working)$/
const ROOT = join(import.meta.dirname, '../..')
/** All processes of a fleet load the product at once, beside whatever else the machine does. */
export const LONGEST_START_MS = 240_000

/**
 * Needs LECTERN_TEST_DATABASE_URL. Feeds on the loopback are allowed. @param count.pooled connections of a pooler in
 * transaction mode between the processes and PostgreSQL; 0 or absent: none @param more settings of all processes
 */
export async function startFleet(
  count: { servers: number; workers: number; pooled?: number },
  more: Readonly<Record<string, string>> = {},
): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-fleet-'))
  const database = await createOwnDatabase()
  const pooler = count.pooled ? await startPooler(database.url, count.pooled) : null
  const children: ChildProcess[] = []
  const env = {
    ...process.env,
    LOG_LEVEL: 'error',
    SIGNUP: 'open',
    FETCH_ALLOW: '127.0.0.0/8',
    DATA_DIR: folder,
    DATABASE_URL: pooler?.url ?? database.url,
    PORT: '0',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...more,
  }
  const begin = (program: string): Promise<{ child: ChildProcess; url: string }> => {
    const child = spawn(process.execPath, [`src/server/${program}.ts`], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    return new Promise((resolve, reject) => {
      createInterface(child.stdout).on('line', (line) => {
        const ready = READY.exec(line)
        if (ready) resolve({ child, url: ready[1] ?? '' })
      })
      child.once('exit', (code) => reject(new Error(`${program} ended with ${code} before it was ready.`)))
    })
  }
  const gone = (child: ChildProcess): Promise<void> =>
    new Promise((done) => {
      if (child.exitCode !== null || child.signalCode !== null) return done()
      child.once('exit', () => done())
      child.kill('SIGKILL')
    })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const end = async (): Promise<void> => {
    await Promise.all(children.map(gone))
    await client.end()
    await pooler?.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
  // All at once, so that they also bring the schema up to date together.
  const started = await Promise.all([
    ...Array.from({ length: count.servers }, () => begin('main')),
    ...Array.from({ length: count.workers }, () => begin('worker')),
  ]).catch(async (error: unknown) => {
    await end()
    throw error
  })
  return {
    servers: started.slice(0, count.servers).map(({ url }) => url),
    workers: started.slice(count.servers).map(({ child }) => child),
    addWorker: async () => (await begin('worker')).child,
    database: database.url,
    rows: async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await client.query<T>(sql, values)).rows,
    kill: gone,
    async stop() {
      const began = Date.now()
      const living = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
      const codes = await Promise.all(
        living.map((child) => {
          child.kill('SIGTERM')
          return new Promise<number | null>((done) => child.once('exit', done))
        }),
      )
      return { codes, longest: Date.now() - began }
    },
    end,
  }
}
