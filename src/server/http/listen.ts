/** Opens the port or the Unix socket, with bounds on how long a request may take to arrive. */
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { chmodSync, lstatSync, rmSync } from 'node:fs'
import type { ServerOptions } from 'node:http'
import { connect } from 'node:net'
import type { Config } from '../config.ts'

type Timeouts = Required<
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

/** A proxy in the group of the server connects. */
const SOCKET_MODE = 0o660

type Place = Pick<Config, 'HOST' | 'PORT' | 'SOCKET'>

/** @throws with a readable message when the port or the socket cannot be opened */
export async function listen(
  fetch: Parameters<typeof createAdaptorServer>[0]['fetch'],
  place: Place,
  timeouts = TIMEOUTS,
): Promise<ServerType> {
  const { HOST, PORT, SOCKET } = place
  if (SOCKET) await removeAbandoned(SOCKET)
  const server = createAdaptorServer({ fetch, hostname: HOST, serverOptions: timeouts })
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(SOCKET ? socketErrorMessage(error, SOCKET) : listenErrorMessage(error, HOST, PORT))),
    )
    if (SOCKET) server.listen(SOCKET)
    else server.listen(PORT, HOST)
  })
  if (SOCKET) chmodSync(SOCKET, SOCKET_MODE)
  return server
}

/** Removes the socket file of a killed server, on which nothing listens. */
async function removeAbandoned(path: string): Promise<void> {
  const code = await new Promise<string | undefined>((resolve) => {
    const probe = connect(path, () => {
      probe.destroy()
      resolve(undefined)
    }).once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
  })
  // A file that is no socket refuses as well.
  if (code === 'ECONNREFUSED' && lstatSync(path).isSocket()) rmSync(path)
}

function socketErrorMessage({ code, message }: NodeJS.ErrnoException, path: string): string {
  if (code === 'EADDRINUSE') return `The socket ${path} is taken by another program. Stop it, or set SOCKET.`
  return `The socket ${path} cannot be opened (${message}). Set SOCKET.`
}

function listenErrorMessage({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken by another program. Stop it, or set PORT.`
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Set PORT to 1024 or more.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine has no address ${host}. Set HOST.`
  return message
}
