/** The real server as a process of its own, so that tests can stop it, kill it, and start it again on the same database. */
import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createOwnDatabase } from './postgres.ts'

export type Lectern = {
  /** http://127.0.0.1:PORT; the same after a restart */
  readonly url: string
  /** Of the running process. */
  readonly pid: number
  /** kill -9; resolves after the process has exited. */
  readonly kill: () => Promise<void>
  /** SIGTERM. @returns the exit code */
  readonly stop: () => Promise<number | null>
  /** Starts again on the same database and port. */
  readonly start: () => Promise<void>
  /** Stops it and deletes its database. */
  readonly end: () => Promise<void>
  /** The location of its database, for `openAsItIs`. */
  readonly library: { readonly url: string; readonly dir: string }
}

/** The environment variable that names a folder of a server that has started once and is empty. */
export const TEMPLATE_FOLDER = 'LECTERN_TEST_TEMPLATE'

/** Processes of all runs share it: without it, a start costs half as much again. */
export const COMPILE_CACHE = join(tmpdir(), 'lectern-compile-cache')

const READY = /ready at (http:\/\/\S+)/

/**
 * On SQLite, or on the PostgreSQL of LECTERN_TEST_DATABASE_URL.
 * @param env added to the defaults: its own database, open sign-up, and feeds allowed on the loopback
 * @param input.postgres the server to create a database on; empty for SQLite in any case
 * @param input.folder an existing folder for SQLite and the secret
 */
export async function startLectern(
  env: Readonly<Record<string, string>> = {},
  input: { readonly postgres?: string; readonly folder?: string } = {},
): Promise<Lectern> {
  const folder = input.folder ?? mkdtempSync(join(tmpdir(), 'lectern-'))
  const template = process.env[TEMPLATE_FOLDER]
  if (template && !input.folder) cpSync(template, folder, { recursive: true })
  const database = await createOwnDatabase(input.postgres)
  let port = '0'
  let child: ChildProcess | null = null
  let url = ''
  const start = async () => {
    child = spawn(process.execPath, ['src/server/main.ts'], {
      cwd: join(import.meta.dirname, '../..'),
      env: {
        ...process.env,
        LOG_LEVEL: 'error',
        SIGNUP: 'open',
        FETCH_ALLOW: '127.0.0.0/8',
        DATA_DIR: folder,
        DATABASE_URL: database.url,
        PORT: port,
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    url = await readyAddress(child)
    port = new URL(url).port
  }
  const ended = (signal: NodeJS.Signals) =>
    new Promise<number | null>((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null)
        return resolve(child?.exitCode ?? null)
      child.once('exit', (code) => resolve(code))
      child.kill(signal)
    })
  await start()
  return {
    get url() {
      return url
    },
    get pid() {
      return child?.pid ?? 0
    },
    kill: async () => void (await ended('SIGKILL')),
    stop: () => ended('SIGTERM'),
    start,
    library: { url: database.url, dir: folder },
    end: async () => {
      await ended('SIGKILL')
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function readyAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const stdout = child.stdout
    if (!stdout) return reject(new Error('The server has no output to read.'))
    createInterface(stdout).on('line', (line) => {
      const address = READY.exec(line)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready.`)))
  })
}
