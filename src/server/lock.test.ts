import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './lock.ts'

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
