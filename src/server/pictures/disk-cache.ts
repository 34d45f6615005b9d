/** Pictures as files, bounded in bytes and age. A failing disk only means that a picture is fetched again. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type StoredPicture = {
  readonly type: string
  readonly etag: string
  readonly bytes: Buffer
  /** ms since 1970 */
  readonly fetchedAt: number
}

export type PictureCache = {
  readonly read: (url: string) => Promise<StoredPicture | null>
  readonly write: (url: string, picture: StoredPicture) => Promise<void>
}

const DAY_MS = 86_400_000
/** Older pictures are deleted, and are not served even when their origin is unreachable. */
const RETENTION_MS = 30 * DAY_MS
/** Share of the bound after which the folder is measured again. */
const SLACK = 0.1

/**
 * @param options.dir created at the first write @param options.maxBytes of all files together; 0 stores nothing
 * @param options.now ms since 1970
 */
export function createPictureCache(options: {
  readonly dir: string
  readonly maxBytes: number
  readonly now: () => number
}): PictureCache {
  const { dir, maxBytes, now } = options
  /** Bytes written since the folder was measured; nothing is known about it at the start. */
  let written = Number.POSITIVE_INFINITY
  let pruning: Promise<void> | null = null

  const pathOf = (url: string) => {
    const name = createHash('sha256').update(url).digest('hex')
    return join(dir, name.slice(0, 2), name)
  }
  const prune = async () => {
    written = 0
    await removeOutdated(dir, maxBytes * (1 - SLACK), now() - RETENTION_MS)
    pruning = null
  }
  return {
    async read(url) {
      const picture = maxBytes > 0 ? parsed(await readFile(pathOf(url)).catch(() => null)) : null
      return picture && now() - picture.fetchedAt < RETENTION_MS ? picture : null
    },
    async write(url, { bytes, ...facts }) {
      if (bytes.length > maxBytes * SLACK) return
      const path = pathOf(url)
      const part = `${path}.${process.pid}.part`
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeFile(part, Buffer.concat([Buffer.from(`${JSON.stringify(facts)}\n`), bytes]), {
          mode: 0o600,
        })
        // Other processes see the old file or the new one, never a partial one.
        await rename(part, path)
      } catch {
        await rm(part, { force: true }).catch(() => undefined)
        return
      }
      written += bytes.length
      if (written > maxBytes * SLACK) await (pruning ??= prune())
    },
  }
}

/** The first line is metadata as JSON, the rest is the picture. */
function parsed(file: Buffer | null): StoredPicture | null {
  const end = file?.indexOf(10) ?? -1
  if (!file || end < 0) return null
  try {
    const facts = JSON.parse(file.subarray(0, end).toString()) as Omit<StoredPicture, 'bytes'>
    return { ...facts, bytes: file.subarray(end + 1) }
  } catch {
    return null
  }
}

/** Deletes files older than `oldest`, then the oldest ones until `maxBytes` are left. */
async function removeOutdated(dir: string, maxBytes: number, oldest: number): Promise<void> {
  const names = await readdir(dir, { recursive: true }).catch(() => [])
  const files: { path: string; size: number; at: number }[] = []
  for (const name of names) {
    const path = join(dir, name)
    const found = await stat(path).catch(() => null)
    if (found?.isFile()) files.push({ path, size: found.size, at: found.mtimeMs })
  }
  files.sort((a, b) => b.at - a.at)
  let total = 0
  for (const { path, size, at } of files) {
    total += size
    // Another process may have deleted it.
    if (at < oldest || total > maxBytes) await rm(path, { force: true }).catch(() => undefined)
  }
}
