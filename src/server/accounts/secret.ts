import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivate } from '../storage/engine/private-files.ts'

/**
 * The key that signs session cookies: created once, stored in the data folder, readable by its owner only.
 * Processes that share one PostgreSQL must share the file, or each would refuse the others' cookies.
 * @throws when the folder is not writable, or the file is too short to be a secret
 */
export function readSecret(dir: string): string {
  const file = join(dir, 'secret')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) createSecret(file)
  makePrivate([file])
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32) throw new Error(`${file} contains no usable secret: delete it and start again.`)
  return secret
}

/** Of processes that start together only one creates the file, and none sees it before it is complete. */
function createSecret(file: string): void {
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    // A file system without links.
    if (NO_LINKS.has(code)) writeFileSync(file, readFileSync(draft), { flag: 'wx', mode: 0o600 })
    else if (code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}
const NO_LINKS = new Set<unknown>(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'])
