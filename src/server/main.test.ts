import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scryptPasswords } from './accounts/passwords.ts'

let dir: string
const children: ChildProcess[] = []
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'lectern-main-'))))
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

/** The server as started from a shell, with its own port and folder. */
function run(env: Record<string, string> = {}, file = 'main.ts') {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(dir, 'data'), LOG_LEVEL: 'error', ...env },
  })
  children.push(child)
  const message = { out: '', err: '' }
  child.stdout.on('data', (text: Buffer) => (message.out += String(text)))
  child.stderr.on('data', (text: Buffer) => (message.err += String(text)))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const ready = async () => {
    await expect.poll(() => message.out || message.err, { timeout: 15_000 }).not.toBe('')
    return /http:\S+/.exec(message.out)?.[0] ?? ''
  }
  return { child, said: message, ended, ready }
}

test('it prints one line when it is ready, serves, and ends cleanly at a signal', async () => {
  const server = run()
  const url = await server.ready()
  expect(server.said.out).toBe(`Lectern is ready at ${url}\n`)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect((await fetch(`${url}/api/subscriptions`)).status).toBe(401)
  expect((await fetch(`${url}/api/plugins/hello/settings`)).status).toBe(401)
  expect(existsSync(join(dir, 'data', 'lectern.lock'))).toBe(true)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(existsSync(join(dir, 'data', 'lectern.lock'))).toBe(false)
  expect(server.said).toEqual({ out: `Lectern is ready at ${url}\n`, err: '' })
})

test('it stores passwords with scrypt', async () => {
  const server = run()
  const url = await server.ready()
  const signUp = await fetch(`${url}/api/better-auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: 'ada@example.org', name: 'Ada', password: 'correct horse battery' }),
  })
  expect(signUp.status).toBe(200)
  const database = new DatabaseSync(join(dir, 'data', 'lectern.sqlite'), { readOnly: true })
  const [account] = database.prepare('select password from account').all()
  database.close()
  expect(
    await scryptPasswords.verify({ hash: String(account?.password), password: 'correct horse battery' }),
  ).toBe(true)
})

test('a signal that arrives twice stops it once and cleanly', async () => {
  const server = run()
  const url = await server.ready()
  // An unfinished response delays the stop, so that the second signal arrives during it.
  const { port } = new URL(url)
  const request = connect(Number(port), '127.0.0.1')
  await once(request, 'connect')
  request.write('POST /api/reads HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 10\r\n\r\n')
  request.on('error', () => undefined)
  server.child.kill('SIGINT')
  await expect.poll(() => fetch(url).catch(() => 'refused')).toBe('refused')
  server.child.kill('SIGINT')
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(existsSync(join(dir, 'data', 'lectern.lock'))).toBe(false)
  expect(server.said.err).toBe('')
})

test('a second one on the same folder is refused; after a kill the next one starts', async () => {
  const first = run()
  await first.ready()
  const second = run()
  expect(await second.ended).toBe(1)
  expect(second.said.err).toMatch(/^A server \(process \d+\) is already running on .+\n$/)
  first.child.kill('SIGKILL')
  await first.ended
  const third = run()
  expect(await third.ready()).toMatch(/^http/)
})

test('a port in use is reported readably', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const server = run({ PORT: String(port) })
  expect(await server.ended).toBe(1)
  expect(server.said.err).toBe(
    `Port ${port} on 127.0.0.1 is taken by another program. Stop it, or set PORT.\n`,
  )
  expect(existsSync(join(dir, 'data', 'lectern.lock'))).toBe(false)
  taken.close()
})

test('wrong settings stop the start with their names', async () => {
  const server = run({ PORT: 'eighty', SIGNUP: 'maybe' })
  expect(await server.ended).toBe(1)
  expect(server.said.err).toMatch(/PORT.*\n.*SIGNUP/)
  expect(server.said.out).toBe('')
})

test('an unreachable database is reported readably', async () => {
  const server = run({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect(await server.ended).toBe(1)
  expect(server.said.err).toMatch(/DATABASE_URL/)
  expect(server.said.err).not.toMatch(/\n\s+at /)
})

test('a worker without a shared database names the missing variable', async () => {
  const worker = run({}, 'worker.ts')
  expect(await worker.ended).toBe(1)
  expect(worker.said.err).toMatch(/set DATABASE_URL/)
})
