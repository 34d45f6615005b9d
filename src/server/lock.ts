/** One server per data folder: two would fetch every feed twice. SQLite itself would allow it. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identifyProcess, isRunning, type ProcessIdentity } from './process-identity.ts'

/** @returns releases the folder @throws with a readable message when a running server holds it */
export function lockFolder(dir: string): () => void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const file = join(dir, 'lectern.lock')
  const mine = JSON.stringify(identifyProcess(process.pid))
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, mine)
  try {
    // A link either creates the full file or fails: no process ever reads a partial lock.
    for (let attempt = 0; attempt < 3; attempt++) {
      if (linked(draft, file)) return () => release(file, mine)
      removeStale(file, dir)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  throw new Error(`${file} cannot be taken: other servers are starting on the same folder.`)
}

function linked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** The lock of a dead process is moved aside first: if another process has renewed it meanwhile, it is moved back. */
function removeStale(file: string, dir: string): void {
  const seen = read(file)
  const owner = parse(seen)
  if (owner && isRunning(owner))
    throw new Error(`A server (process ${owner.pid}) is already running on ${dir}. Stop it, or set DATA_DIR.`)
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (read(aside) !== seen) linked(aside, file)
  rmSync(aside, { force: true })
}

function release(file: string, mine: string): void {
  if (read(file) === mine) rmSync(file, { force: true })
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function parse(text: string): ProcessIdentity | null {
  try {
    const { pid, started } = JSON.parse(text) as Partial<ProcessIdentity>
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : null
  } catch {
    return null
  }
}
