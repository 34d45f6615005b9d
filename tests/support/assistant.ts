/** An assistant for tests: a client of the Model Context Protocol with a token. */
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import type { TestServer } from './server.ts'

export type Assistant = {
  readonly client: Client
  /** Calls a tool. @returns all of its text, and whether it failed */
  readonly call: (
    name: string,
    input?: Record<string, unknown>,
  ) => Promise<{ readonly text: string; readonly failed: boolean }>
  /** The part of a tool's result that is marked as foreign, as JSON. */
  readonly data: (name: string, input?: Record<string, unknown>) => Promise<Record<string, unknown>>
  readonly close: () => Promise<void>
}

export async function connectAssistant(transport: Transport): Promise<Assistant> {
  const client = new Client({ name: 'assistant', version: '1.0.0' })
  await client.connect(transport)
  const call: Assistant['call'] = async (name, input = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: input })
    const texts = content.map((part) => (part.type === 'text' ? part.text : ''))
    return { text: texts.join('\n'), failed: isError === true }
  }
  return {
    client,
    call,
    data: async (name, input) => {
      const { text } = await call(name, input)
      return JSON.parse(foreignPart(text)) as Record<string, unknown>
    },
    close: () => client.close(),
  }
}

/** Over HTTP, with a bearer token. */
export const connectOverHttp = (server: TestServer, token: string): Promise<Assistant> =>
  connectAssistant(
    new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      fetch: async (url, init) => server.app.request(url.toString(), init),
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  )

/** The text between the two lines of the mark. */
export function foreignPart(text: string): string {
  const [, part] = /^--- begin (\S+) ---\n([\s\S]*)\n--- end \1 ---/m.exec(text)?.slice(1) ?? []
  if (part === undefined) throw new Error(`Nothing is marked as foreign: ${text}`)
  return part
}
