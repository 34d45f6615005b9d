import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** A port of the loopback that is free now, for settings that name it before the server starts. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return String(port)
}
