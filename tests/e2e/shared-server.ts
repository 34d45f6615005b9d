/** The server of a worker process, which its tests share: each has a user of its own, who sees nothing of the others. */
import { startLectern, type Lectern } from '../support/lectern.ts'
import { ada } from './reader.ts'

export type SharedServer = {
  /** Without what would end it for other tests. */
  readonly lectern: Lectern
  /** Has a feed fetched at once, as the admin. @returns the response */
  readonly refreshFeed: (feedId: string) => Promise<object>
  readonly end: () => Promise<void>
}

export async function startSharedServer(): Promise<SharedServer> {
  // Each account is made from an address of its own: see Reader.signUpByCall. Installed plugins have their parts on the server.
  const lectern = await startLectern({ TRUSTED_PROXIES: '127.0.0.1', PLUGIN_SERVER_HALVES: 'on' })
  // The first account is the admin's.
  const response = await fetch(`${lectern.url}/api/better-auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: lectern.url },
    body: JSON.stringify({ ...ada, name: 'Admin', email: 'admin@example.org' }),
  })
  if (!response.ok) throw new Error(`The admin could not sign up: ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const refuse = () =>
    Promise.reject(new Error('This server is shared: test.use({ env: {} }) for one of your own'))
  return {
    lectern: {
      ...lectern,
      url: lectern.url,
      pid: lectern.pid,
      kill: refuse,
      stop: refuse,
      start: refuse,
      end: refuse,
    },
    refreshFeed: async (feedId) => {
      const answer = await fetch(`${lectern.url}/api/feeds/refresh`, {
        method: 'POST',
        headers: { cookie, origin: lectern.url, 'content-type': 'application/json' },
        body: JSON.stringify({ id: feedId }),
      })
      return (await answer.json()) as object
    },
    end: () => lectern.end(),
  }
}
