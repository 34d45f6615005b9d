import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSecret } from './secret.ts'

let dir: string
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'lectern-secret-'))))
afterEach(() => rmSync(dir, { recursive: true }))

test('the secret is made once, long, and for the owner alone', () => {
  const secret = readSecret(join(dir, 'new'))
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(readSecret(join(dir, 'new'))).toBe(secret)
  expect(statSync(join(dir, 'new', 'secret')).mode & 0o777).toBe(0o600)
  expect(readSecret(join(dir, 'other'))).not.toBe(secret)
})

test('a secret cut short stops the start with its place', () => {
  writeFileSync(join(dir, 'secret'), 'short')
  expect(() => readSecret(dir)).toThrow(join(dir, 'secret'))
})
