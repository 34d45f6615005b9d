import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createMcpServer, type McpSetup } from './create-server.ts'

/** Serves one assistant until it closes the standard input. */
export async function serveOverStdio(setup: McpSetup): Promise<void> {
  const closed = once(process.stdin, 'close')
  const served = serveStdio(() => createMcpServer(setup))
  await closed
  await served.close()
}
