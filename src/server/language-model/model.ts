/** The only client of the language model: any endpoint that implements OpenAI's chat completions (AI_BASE_URL). */
import PQueue from 'p-queue'
import type { LanguageModel, ModelMessage } from 'ai'
import { modelProblem } from '../../contract/model-problems.ts'
import type { Config } from '../config.ts'
import { Refusal } from '../http/refusal.ts'
import type { Log } from '../log.ts'

export type ModelServices = {
  readonly config: Config
  readonly log: Log
  /** Aborted when no request waits for the response. */
  readonly signal: AbortSignal
}
export type Task = {
  /** The system prompt; never contains entry text. */
  readonly instructions: string
  /** The user prompt. */
  readonly material: string
}
export type Talk = { readonly instructions: string; readonly messages: ModelMessage[] }

/** Concurrent requests in this process; more are queued. */
const AT_ONCE = 4
const queue = new PQueue({ concurrency: AT_ONCE })

/** Whether a model is configured; reported to clients by status/configs. */
export const hasModel = ({ AI_BASE_URL, AI_MODEL }: Config): boolean => AI_BASE_URL !== '' && AI_MODEL !== ''

/** @throws Refusal aiNotSetUp */
async function modelOf({ config }: Pick<ModelServices, 'config'>): Promise<LanguageModel> {
  if (!hasModel(config)) throw new Refusal('aiNotSetUp', modelProblem('notSetUp'))
  // Loaded on first use: a server without a model does not pay for it.
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: config.AI_BASE_URL.replace(/\/+$/, ''),
    ...(config.AI_API_KEY === '' ? {} : { apiKey: config.AI_API_KEY }),
    // A redirect would send the key to another host.
    fetch: (address, init) => fetch(address, { ...init, redirect: 'error' }),
  })
  return provider(config.AI_MODEL)
}

/** One response as text. @throws Refusal aiNotSetUp, or aiFailed with the cause */
export async function queryModel(services: ModelServices, { instructions, material }: Task): Promise<string> {
  const model = await modelOf(services)
  const { signal } = services
  const seconds = services.config.AI_TIMEOUT_SECONDS
  const { generateText } = await import('ai')
  return queue.add(async () => {
    try {
      signal.throwIfAborted()
      const { text, finishReason } = await generateText({
        model,
        instructions,
        prompt: material,
        // A waiting user may retry; a queue retries by itself.
        maxRetries: 0,
        abortSignal: AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]),
      })
      const response = withoutThoughts(text)
      if (finishReason === 'content-filter') throw new Refusal('aiFailed', modelProblem('refusedAnswer'))
      if (response === '') throw new Refusal('aiFailed', modelProblem('empty'))
      return response
    } catch (error) {
      throw refusalOf(error, seconds, services)
    }
  })
}

/**
 * A streamed response. Waits for the first chunk, so that an unresponsive model is a refusal.
 * @throws Refusal aiNotSetUp, or aiFailed; later, from the stream, aiFailed
 */
export async function streamModel(
  services: ModelServices,
  { instructions, messages }: Talk,
): Promise<AsyncGenerator<string, void>> {
  const model = await modelOf(services)
  const seconds = services.config.AI_TIMEOUT_SECONDS
  const { streamText } = await import('ai')
  const stopped = new AbortController()
  const { stream } = streamText({
    model,
    instructions,
    messages,
    maxRetries: 0,
    abortSignal: AbortSignal.any([services.signal, stopped.signal]),
    timeout: { totalMs: seconds * 10_000, firstChunkMs: seconds * 1000, chunkMs: seconds * 1000 },
    // Errors arrive through the stream as well.
    onError: () => undefined,
  })
  const chunks = textOf(stream)
  const nextChunk = async (): Promise<IteratorResult<string, void>> => {
    try {
      return await chunks.next()
    } catch (error) {
      throw refusalOf(error, seconds, services)
    }
  }
  const first = await nextChunk()
  if (first.done) throw new Refusal('aiFailed', modelProblem('empty'))
  return (async function* () {
    try {
      for (let chunk: IteratorResult<string, void> = first; !chunk.done; chunk = await nextChunk())
        yield chunk.value
    } finally {
      stopped.abort()
    }
  })()
}

type Part = { readonly type: string; readonly text?: unknown; readonly error?: unknown }

async function* textOf(parts: AsyncIterable<Part>): AsyncGenerator<string, void> {
  for await (const part of parts) {
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw new DOMException('The answer took too long', 'TimeoutError')
    if (part.type === 'text-delta' && typeof part.text === 'string' && part.text !== '') yield part.text
  }
}

/** Removes the reasoning that some models emit first. */
export function withoutThoughts(text: string): string {
  const end = text.trimStart().startsWith('<think>') ? text.indexOf('</think>') : -1
  return (end < 0 ? text : text.slice(end + '</think>'.length)).trim()
}

/** Converts model errors to messages for users; the full error is logged. */
const STATUS: Readonly<Record<number, Parameters<typeof modelProblem>[0]>> = {
  401: 'badKey',
  402: 'noCredit',
  403: 'badKey',
  404: 'notFound',
  413: 'tooLong',
  429: 'tooMany',
}

type Input = { readonly log: Log; readonly signal: AbortSignal }

/** @param seconds the time limit @returns a refusal; a Refusal is returned unchanged */
function refusalOf(error: unknown, seconds: number, { log, signal }: Input): Refusal {
  if (error instanceof Refusal) return error
  if (signal.aborted) return new Refusal('aiFailed', modelProblem('cancelled'))
  const causes = chain(error)
  log.warn('The language model failed', { cause: causes.map(({ name, message }) => `${name}: ${message}`) })
  return new Refusal('aiFailed', messageOf(causes, seconds))
}

type Cause = Error & { readonly statusCode?: unknown; readonly code?: unknown }

function messageOf(causes: readonly Cause[], seconds: number): string {
  if (causes.some(({ name }) => name === 'TimeoutError' || name === 'AbortError'))
    return modelProblem('silent', { seconds: String(seconds) })
  const status = causes.map(({ statusCode }) => statusCode).find((code) => typeof code === 'number')
  if (typeof status === 'number') {
    const problem = STATUS[status]
    if (problem) return modelProblem(problem)
    if (status >= 500) return modelProblem('fault')
    return status >= 400 ? modelProblem('refused', { status: String(status) }) : modelProblem('flawed')
  }
  if (causes.some(({ code }) => typeof code === 'string' && /^(E[A-Z_]+|UND_)/.test(code)))
    return modelProblem('unreachable')
  if (causes.some(({ name }) => /JSON|Parse|Validation|InvalidResponse/.test(name)))
    return modelProblem('flawed')
  return modelProblem(causes.some(({ name }) => name === 'TypeError') ? 'unreachable' : 'flawed')
}

/** An error with all its causes; of several attempts the last. */
function chain(error: unknown): Cause[] {
  const list: Cause[] = []
  let at: unknown = error
  while (at instanceof Error && list.length < 8) {
    list.push(at)
    at = 'lastError' in at ? at.lastError : at.cause
  }
  return list
}
