/** A language model on the loopback: implements OpenAI's chat completions, complete and streamed, and fails on request. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Message = { readonly role: string; readonly content: string }
export type ModelRequest = {
  readonly path: string
  readonly key: string | undefined
  readonly model: string
  readonly stream: boolean
  readonly messages: readonly Message[]
}
export type Reply =
  | string
  /** A status and a body. */
  | { readonly status: number; readonly body: string }
  /** The text, then silence without an end. */
  | { readonly hang: string }
  /** The text, then the connection is cut. */
  | { readonly cut: string }
  /** The model refuses. */
  | { readonly refuse: 'filter' | 'refusal' }

export type FakeModel = {
  /** The value for AI_BASE_URL. */
  readonly url: string
  readonly requests: ModelRequest[]
  /** How many connections were closed before their response ended. */
  readonly cancelled: () => number
  /** @param material the last message */
  reply: (material: string, request: ModelRequest) => Reply | Promise<Reply>
  readonly close: () => void
}

export async function startModel(): Promise<FakeModel> {
  const requests: ModelRequest[] = []
  let cancelled = 0
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += String(part)
    const body = JSON.parse(text) as { model: string; stream?: boolean; messages: Message[] }
    const { model, messages, stream = false } = body
    const received = { path: request.url ?? '', key: request.headers.authorization, model, stream, messages }
    requests.push(received)
    response.once('close', () => {
      if (!response.writableEnded) cancelled += 1
    })
    const reply = await fake.reply(messages.at(-1)?.content ?? '', received)
    if (stream) streamed(response, reply)
    else whole(response, reply)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fake: FakeModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    cancelled: () => cancelled,
    reply: () => 'Yes.',
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return fake
}

function whole(response: ServerResponse, reply: Reply): void {
  if (typeof reply === 'object' && 'status' in reply)
    return void response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
  if (typeof reply === 'object' && 'hang' in reply) return
  if (typeof reply === 'object' && 'cut' in reply) return void response.destroy()
  const refused = typeof reply === 'object'
  const message = refused
    ? { role: 'assistant', content: null, refusal: 'I cannot help with that.' }
    : { role: 'assistant', content: reply }
  const finish = refused && reply.refuse === 'filter' ? 'content_filter' : 'stop'
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'tiny',
      choices: [{ index: 0, message, finish_reason: finish }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    }),
  )
}

function streamed(response: ServerResponse, reply: Reply): void {
  if (typeof reply === 'object' && 'status' in reply) return whole(response, reply)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const say = (delta: object, finish: string | null = null) =>
    void response.write(
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'tiny', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    )
  if (typeof reply === 'object' && 'refuse' in reply) {
    say({ role: 'assistant' }, reply.refuse === 'filter' ? 'content_filter' : 'stop')
    return void response.end('data: [DONE]\n\n')
  }
  const text = typeof reply === 'string' ? reply : 'hang' in reply ? reply.hang : reply.cut
  say({ role: 'assistant', content: '' })
  for (const word of text.match(/\S+\s*/g) ?? []) say({ content: word })
  if (typeof reply === 'object' && 'hang' in reply) return
  if (typeof reply === 'object') return void setTimeout(() => response.destroy(), 50)
  say({}, 'stop')
  response.end('data: [DONE]\n\n')
}
