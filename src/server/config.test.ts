import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'

let dir: string
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'lectern-config-'))))
afterEach(() => rmSync(dir, { recursive: true }))
const fileOf = (content: string): string => {
  const path = join(dir, 'value')
  writeFileSync(path, content)
  return path
}

test('a setting is read from the file that its _FILE names, without the line break at its end', () => {
  const path = fileOf('s3cret\n')
  expect(readConfig({ AI_API_KEY_FILE: path }).AI_API_KEY).toBe('s3cret')
  // Docker's compose passes unset settings as empty ones.
  expect(readConfig({ AI_API_KEY: '', AI_API_KEY_FILE: path, SMTP_URL_FILE: '' }).AI_API_KEY).toBe('s3cret')
})

test('the address of a database in a file is checked as one in the environment', () => {
  const url = 'postgres://lectern:pass@127.0.0.1/lectern'
  expect(readConfig({ DATABASE_URL_FILE: fileOf(`${url}\n`) }).DATABASE_URL).toBe(url)
  expect(() => readConfig({ DATABASE_URL_FILE: fileOf('pass') })).toThrow(/\nDATABASE_URL: (?!.*pass)/)
})

test('a file that cannot be read stops the start with its name and the setting', () => {
  const missing = join(dir, 'missing')
  expect(() => readConfig({ SMTP_URL_FILE: missing, PORT: 'x' })).toThrow(
    new RegExp(`\nSMTP_URL_FILE: ${missing} cannot be read \\(ENOENT\\)\nPORT: `),
  )
})

test('a setting that is given both ways is refused', () => {
  expect(() => readConfig({ AI_API_KEY: 'a', AI_API_KEY_FILE: fileOf('b') })).toThrow(
    '\nAI_API_KEY_FILE: AI_API_KEY is set too',
  )
})
