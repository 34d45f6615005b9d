/**
 * `npm run demo`: a temporary database, signed in, twenty feeds from tests/fixtures served on the loopback, no network.
 * Prints one address to open; Ctrl+C deletes everything.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveFixtures } from '../../tests/support/fixture-feeds.ts'
import { readConfig } from '../server/config.ts'
import { startServer } from '../server/start.ts'
import { stopOnSignal } from '../server/stop-on-signal.ts'
import { build } from './build.ts'

await build({ always: false })
const folder = mkdtempSync(join(tmpdir(), 'lectern-demo-'))
const fixtures = await serveFixtures()
const server = await startServer(
  readConfig({
    LOG_LEVEL: 'warn',
    PORT: '4310',
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: '',
    FETCH_ALLOW: '127.0.0.1',
  }),
)
const cookie = await signUp(server.url)
const form = new FormData()
form.append('file', new Blob([fixtures.opml]), 'demo.opml')
await fetch(`${server.url}/api/subscriptions/import`, { method: 'POST', headers: { cookie }, body: form })
const door = await openDoor(server.url, cookie)
process.stdout.write(`Lectern's demo is ready at ${door.url}\n`)

stopOnSignal(async () => {
  door.server.close()
  await Promise.all([server.stop(), fixtures.close()])
  rmSync(folder, { recursive: true, force: true })
})

/** @returns the session cookie of a new user */
async function signUp(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/better-auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: 'demo@example.org', password: 'a demo has no secrets', name: 'Demo' }),
  })
  if (!answer.ok) throw new Error(`The demo could not sign up: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/**
 * Gives the session to every visitor: cookies ignore ports, so a second port can set it and redirect. Under the name
 * localhost, so that a Lectern of yours at 127.0.0.1 keeps its own session.
 */
async function openDoor(reader: string, session: string): Promise<{ server: Server; url: string }> {
  const to = reader.replace('//127.0.0.1', '//localhost')
  const lines = session.split('; ').map((pair) => `${pair}; Path=/; HttpOnly; SameSite=Lax`)
  const opener = createServer((_, response) => {
    response.writeHead(302, { location: to, 'set-cookie': lines }).end()
  })
  await new Promise<void>((ready) => opener.listen(0, '127.0.0.1', ready))
  return { server: opener, url: `http://localhost:${(opener.address() as AddressInfo).port}` }
}
