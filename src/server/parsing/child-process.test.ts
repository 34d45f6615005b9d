import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createChild } from './child-process.ts'

let dir: string
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'lectern-child-'))))
afterEach(() => rmSync(dir, { recursive: true }))

test('a signal to the whole process group does not cut off what the process reads', async () => {
  const module = pathToFileURL(join(dir, 'module.ts'))
  const serveRequests = pathToFileURL(join(import.meta.dirname, 'serve-requests.ts')).href
  writeFileSync(
    module,
    `import { serveRequests } from '${serveRequests}'
    serveRequests((signals) => {
      for (const signal of signals) process.kill(process.pid, signal)
      return new Promise((resolve) => setTimeout(() => resolve('whole'), 200))
    })`,
  )
  const child = createChild<string[], string>(module, { memoryMb: 64, idleMs: 30_000 })
  expect(await child.request(['SIGINT', 'SIGTERM', 'SIGHUP'], 30_000)).toBe('whole')
  await child.close()
})
