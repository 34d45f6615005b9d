import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSecret } from '../../accounts/secret.ts'
import { openStorage, type Storage } from '../open.ts'
import { makePrivate } from './private-files.ts'

let dir: string
let storage: Storage | undefined
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lectern-files-'))
  // As an admin may have created it beforehand.
  chmodSync(dir, 0o755)
})
afterEach(async () => {
  await storage?.close()
  storage = undefined
  rmSync(dir, { recursive: true, force: true })
})

const modes = () =>
  Object.fromEntries(
    readdirSync(dir).map((name) => [name, (statSync(join(dir, name)).mode & 0o777).toString(8)]),
  )
const open = async () => {
  storage = await openStorage({ url: '', dir })
  readSecret(dir)
}
const PRIVATE = {
  'lectern.sqlite': '600',
  'lectern.sqlite-shm': '600',
  'lectern.sqlite-wal': '600',
  secret: '600',
}

test('the database, SQLite’s other files and the secret are private, also in an open folder', async () => {
  await open()
  expect(modes()).toEqual(PRIVATE)
})

test('files that were there before are taken from others at the start', async () => {
  await open()
  for (const name of readdirSync(dir)) chmodSync(join(dir, name), 0o644)
  // As after a crash: the log still exists, with its old mode.
  const wal = join(dir, 'lectern.sqlite-wal')
  await storage?.close()
  writeFileSync(wal, '', { mode: 0o644 })
  await open()
  expect(modes()).toEqual(PRIVATE)
})

test('a file that is not there is no fault', () => {
  expect(() => makePrivate([join(dir, 'nothing')])).not.toThrow()
})
