import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivate } from '../storage/private-files.ts'

/**
 * The key that signs session cookies: created once, stored in the data folder, readable by its owner only.
 * Processes that share one PostgreSQL must share the file, or each would refuse the others' cookies.
 * @throws when the folder is not writable, or the file is too short to be a secret
 */
export function readSecret(dir: string): string {
  const file = join(dir, 'secret')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  try {
    // 'wx': of two processes that start together only one writes, and both read the result.
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  makePrivate([file])
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32) throw new Error(`${file} contains no usable secret: delete it and start again.`)
  return secret
}
