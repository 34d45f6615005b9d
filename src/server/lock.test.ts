import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './lock.ts'
import { identifyProcess } from './process-identity.ts'

let dir: string
let file: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lectern-lock-'))
  file = join(dir, 'lectern.lock')
})
afterEach(() => rmSync(dir, { recursive: true }))

test('a folder has one server at a time, and is free again after it', () => {
  const unlock = lockFolder(dir)
  expect(() => lockFolder(dir)).toThrow(`A server (process ${process.pid}) is already running on ${dir}.`)
  unlock()
  expect(existsSync(file)).toBe(false)
  lockFolder(dir)()
  expect(readdirSync(dir)).toEqual([])
})

test('the lock of a killed server is taken over', () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(file, JSON.stringify({ pid, started: '1' }))
  lockFolder(dir)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid })
})

test('the lock of a killed server that its parent has not reaped yet is taken over', async () => {
  // This parent never reads its child's exit code, so the killed child stays a zombie.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 61'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    // The shell itself would read it.
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
    const holder = identifyProcess(Number(String(line)))
    writeFileSync(file, JSON.stringify(holder))
    expect(() => lockFolder(dir)).toThrow(`process ${holder.pid}`)
    process.kill(holder.pid, 'SIGKILL')
    await expect.poll(() => readFileSync(`/proc/${holder.pid}/stat`, 'utf8')).toMatch(/\) Z /)
    lockFolder(dir)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid })
  } finally {
    parent.kill('SIGKILL')
  }
})

test('a new process under an old number does not count as the old server', () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, started: 'long before' }))
  lockFolder(dir)
  expect(readdirSync(dir)).toEqual(['lectern.lock'])
})

test('a lock that a crash left half written is taken over', () => {
  writeFileSync(file, '{"pid":')
  lockFolder(dir)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid })
})

test('a server takes only its own lock away', () => {
  const unlock = lockFolder(dir)
  writeFileSync(file, JSON.stringify({ pid: 1, started: 'another' }))
  unlock()
  expect(existsSync(file)).toBe(true)
})
