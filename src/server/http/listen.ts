/** Opens the port, with bounds on how long a request may take to arrive. */
import { serve, type ServerType } from '@hono/node-server'
import type { ServerOptions } from 'node:http'
import type { Config } from '../config.ts'

export type Timeouts = Required<
  Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>
>

/**
 * ms for the headers, and for the full request with its body; Node responds with 408 and closes the connection.
 * The largest body (10 MB) arrives in time at 1.4 Mbit/s. Response time is not bounded: streams stay open.
 */
const TIMEOUTS: Timeouts = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
}

/** @throws with a readable message when the port cannot be opened */
export async function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>,
  timeouts = TIMEOUTS,
): Promise<ServerType> {
  const server = serve({ fetch, hostname: HOST, port: PORT, serverOptions: timeouts })
  return new Promise((resolve, reject) => {
    server.once('listening', () => resolve(server))
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(listenErrorMessage(error, HOST, PORT))),
    )
  })
}

function listenErrorMessage({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken by another program. Stop it, or set PORT.`
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Set PORT to 1024 or more.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine has no address ${host}. Set HOST.`
  return message
}
