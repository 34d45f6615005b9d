/** No document that the server receives is parsed in its own thread, unless it is small. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  entranceEnv,
  entrances,
  freePort,
  openEntrances,
  startEntranceSite,
  type EntranceServer,
} from '../../tests/support/entrances.ts'
import type { Site } from '../../tests/support/site.ts'
import { readConfig } from './config.ts'
import { isSmall } from './parsing/is-small.ts'
import { longestParsed } from './parsing/markup.ts'
import { startServer } from './start.ts'
import { openStorage, type Storage } from './storage/open.ts'

const OPENING = 60_000
/** Timeout for one document; a parser with quadratic time needs minutes. */
const ANSWERING = 60_000

let folder: string
let site: Site
let storage: Storage
let running: Awaited<ReturnType<typeof startServer>>
let server: EntranceServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-entrances-'))
  site = await startEntranceSite()
  const smtpPort = await freePort()
  // The server runs in this process, so that the test can see what was parsed here.
  running = await startServer(readConfig({ ...entranceEnv(site, smtpPort), DATA_DIR: folder }))
  storage = await openStorage({ url: '', dir: folder })
  server = await openEntrances({ url: running.url, smtpPort, storage, site })
}, OPENING)
afterAll(async () => {
  await running.stop()
  await storage.close()
  site.close()
  rmSync(folder, { recursive: true, force: true })
})

test.each(entrances)(
  '$name: answered in words, and not parsed in the main thread',
  async ({ send, statuses }) => {
    const result = await send(server)
    // On a busy machine any of them may exceed its time limit, which is a refusal with a message too.
    if (!/took too long to read/.test(result.text))
      expect(statuses, result.text.slice(0, 500)).toContain(result.status)
    // An error of the catalogue has the reason for this document; SMTP has it in its line.
    if (result.status >= 400 && result.text.startsWith('{'))
      expect(JSON.parse(result.text)).toMatchObject({ reason: expect.any(String) })
    expect(isSmall('x'.repeat(longestParsed()))).toBe(true)
    expect(await (await fetch(`${server.url}/healthz`)).text()).toBe('ok\n')
  },
  ANSWERING,
)
