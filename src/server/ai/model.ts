/** The one door to the language model: any endpoint that speaks OpenAI's chat completions (AI_BASE_URL). */
import PQueue from 'p-queue'
import type { LanguageModel, ModelMessage } from 'ai'
import type { Config } from '../config.ts'
import { Refusal } from '../http/refusal.ts'
import type { Log } from '../log.ts'
import { refusalOf } from './ai-error.ts'

export type ModelServices = { readonly config: Config; readonly log: Log }
export type Task = {
  /** What the model is to do; never holds anything of an entry. */
  readonly instructions: string
  /** What it is to do it with. */
  readonly material: string
}
export type Talk = { readonly instructions: string; readonly messages: ModelMessage[] }

/** So many requests at once in this process; more wait in line. */
const AT_ONCE = 4
const line = new PQueue({ concurrency: AT_ONCE })

/** Whether a model is set up; told to clients beforehand by status/configs. */
export const hasModel = ({ AI_BASE_URL, AI_MODEL }: Config): boolean => AI_BASE_URL !== '' && AI_MODEL !== ''

/** @throws Refusal aiNotSetUp */
async function modelOf({ config }: ModelServices): Promise<LanguageModel> {
  if (!hasModel(config)) throw new Refusal('aiNotSetUp', 'AI_BASE_URL and AI_MODEL say which one to ask.')
  // Loaded with the first question: a server without a model never pays for it.
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: config.AI_BASE_URL.replace(/\/+$/, ''),
    ...(config.AI_API_KEY === '' ? {} : { apiKey: config.AI_API_KEY }),
    // A redirect would carry the key to somebody else.
    fetch: (address, init) => fetch(address, { ...init, redirect: 'error' }),
  })
  return provider(config.AI_MODEL)
}

/** One answer as text. @throws Refusal aiNotSetUp, or aiFailed with the cause in words */
export async function queryModel(services: ModelServices, { instructions, material }: Task): Promise<string> {
  const model = await modelOf(services)
  const seconds = services.config.AI_TIMEOUT_SECONDS
  const { generateText } = await import('ai')
  return line.add(async () => {
    try {
      const { text, finishReason } = await generateText({
        model,
        instructions,
        prompt: material,
        // Somebody waits for it and may ask again; a queue comes back by itself.
        maxRetries: 0,
        abortSignal: AbortSignal.timeout(seconds * 1000),
      })
      const said = withoutThoughts(text)
      if (finishReason === 'content-filter') throw new Refusal('aiFailed', 'The model refused to answer.')
      if (said === '') throw new Refusal('aiFailed', 'The model gave no answer.')
      return said
    } catch (error) {
      throw refusalOf(error, seconds, services.log)
    }
  })
}

/**
 * An answer piece by piece. The first piece is waited for, so that a model that does not answer is a refusal.
 * @throws Refusal aiNotSetUp, or aiFailed; later, from the pieces, aiFailed
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
    abortSignal: stopped.signal,
    timeout: { totalMs: seconds * 10_000, firstChunkMs: seconds * 1000, chunkMs: seconds * 1000 },
    // They come through the stream as well.
    onError: () => undefined,
  })
  const pieces = textOf(stream)
  const said = async (): Promise<IteratorResult<string, void>> => {
    try {
      return await pieces.next()
    } catch (error) {
      throw refusalOf(error, seconds, services.log)
    }
  }
  const first = await said()
  if (first.done) throw new Refusal('aiFailed', 'The model gave no answer.')
  return (async function* () {
    try {
      for (let piece: IteratorResult<string, void> = first; !piece.done; piece = await said())
        yield piece.value
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

/** Some models think aloud before they answer. */
function withoutThoughts(text: string): string {
  const end = text.trimStart().startsWith('<think>') ? text.indexOf('</think>') : -1
  return (end < 0 ? text : text.slice(end + '</think>'.length)).trim()
}
