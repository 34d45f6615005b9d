import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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

test('processes that start together read one secret', async () => {
  const program = `import { readSecret } from '${import.meta.dirname}/secret.ts'
    process.stdout.write(readSecret(process.argv[1]))`
  const args = ['--input-type=module', '--eval', program, join(dir, 'new')]
  const starts = Array.from({ length: 6 }, () => promisify(execFile)(process.execPath, args))
  const secrets = (await Promise.all(starts)).map(({ stdout }) => stdout)
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toBe(readSecret(join(dir, 'new')))
  expect(readdirSync(join(dir, 'new'))).toEqual(['secret'])
}, 30_000)
