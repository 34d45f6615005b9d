/** The server of a worker process, which its tests share: each has a user of its own, who sees nothing of the others. */
import { startLectern, type Lectern } from '../support/lectern.ts'
import { ada } from './reader.ts'

export type SharedServer = {
  /** Without what would end it for other tests. */
  readonly lectern: Lectern
  readonly end: () => Promise<void>
}

export async function startSharedServer(): Promise<SharedServer> {
  // Each account is made from an address of its own: see Reader.signUpByCall.
  const lectern = await startLectern({ TRUSTED_PROXIES: '127.0.0.1' })
  // The first account is the admin's.
  const response = await fetch(`${lectern.url}/api/better-auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: lectern.url },
    body: JSON.stringify({ ...ada, name: 'Admin', email: 'admin@example.org' }),
  })
  if (!response.ok) throw new Error(`The admin could not sign up: ${await response.text()}`)
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
    end: () => lectern.end(),
  }
}
