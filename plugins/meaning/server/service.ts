/** The model that turns texts into vectors: at the user's own endpoint, or at the one that the administrator set up. */
import { hash } from 'node:crypto'
import {
  baseAddress,
  bodyOf,
  PluginRefusal,
  succeeded,
  z,
  type Caller,
} from '../../../src/plugin-api/server.ts'
import { dimensionsOf, packed } from './vectors.ts'

export type Service = {
  readonly whose: 'own' | 'server'
  readonly protocol: 'openai' | 'ollama'
  readonly url: string
  readonly model: string
  readonly key: string
  /** Texts that whoever pays for the model lets one user send in a day, besides the bound of the user's own. */
  readonly perDay: number
}
/** `tokens`: what the user pays for; none of the administrator's model. */
export type Embedded = { readonly vectors: readonly Uint8Array[]; readonly tokens: number }

/** Of models today; more would be no vector. */
const MAX_DIMENSIONS = 8192

/** @returns null: none is set up */
export function serviceOf(
  { settings, secret }: Pick<Caller, 'settings' | 'secret'>,
  environment: Readonly<Record<string, unknown>>,
): Service | null {
  const own = {
    whose: 'own',
    protocol: settings['meaningProtocol'],
    url: baseAddress(settings['meaningEndpoint']),
    model: String(settings['meaningModel'] ?? ''),
    key: secret('meaningKey'),
    perDay: Infinity,
  } as Service
  if (own.url !== '' && own.model !== '') return own
  const ofServer = {
    whose: 'server',
    protocol: environment['MEANING_PROTOCOL'],
    url: baseAddress(environment['MEANING_URL']),
    model: String(environment['MEANING_MODEL'] ?? ''),
    key: String(environment['MEANING_KEY'] ?? ''),
    perDay: Number(environment['MEANING_TEXTS_PER_DAY']) || Infinity,
  } as Service
  // A half-filled own endpoint is a mistake to show, not a reason to send texts elsewhere.
  return own.url === '' && ofServer.url !== '' && ofServer.model !== '' ? ofServer : null
}

/** The part of a space that is known before a vector is: the model at its endpoint. */
export const modelOf = ({ protocol, url, model }: Service): string =>
  hashOf(`${protocol} ${url} ${model}`).slice(0, 24)

/** Vectors can be compared within it: those of one model at one endpoint, with as many dimensions. */
export const spaceOf = (service: Service, dimensions: number): string => `${modelOf(service)}:${dimensions}`

export const hashOf = (text: string): string => hash('sha256', text)

const vector = z.array(z.number()).min(1).max(MAX_DIMENSIONS)
const openaiBody = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: vector })),
  usage: z.object({ total_tokens: z.number().optional(), prompt_tokens: z.number().optional() }).nullish(),
})
const ollamaBody = z.object({ embeddings: z.array(vector), prompt_eval_count: z.number().optional() })

/** The host's messages about services speak of entries that are saved: ours say the same of a model. */
const OWN = new Set(['notAccepted', 'tooOften', 'tooOftenWait', 'down', 'refused', 'unreadable'])

/** The vectors of some texts, in their order. @throws PluginRefusal in words, for any answer that is none */
export async function embed(
  fetch: Caller['fetch'],
  service: Service,
  texts: readonly string[],
): Promise<Embedded> {
  try {
    const { vectors, tokens } = await requestVectors(fetch, service, texts)
    return { vectors, tokens: service.whose === 'server' ? 0 : tokens }
  } catch (error) {
    if (!(error instanceof PluginRefusal)) throw error
    const { key, values, reason } = error.text
    const name = key.replace(/^outside\./, '')
    throw OWN.has(name) ? new PluginRefusal(`service.${name}`, values, reason) : error
  }
}

/** How long the service asks to wait, where that is why it refused. */
export const secondsToWait = (error: unknown): number | null =>
  error instanceof PluginRefusal && error.text.key === 'service.tooOftenWait'
    ? Number(error.text.values?.['seconds'])
    : null

async function requestVectors(
  fetch: Caller['fetch'],
  { protocol, url, model, key }: Service,
  texts: readonly string[],
): Promise<Embedded> {
  const reply = await fetch(addressOf(protocol, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key && { Authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, input: texts, ...(protocol === 'ollama' && { truncate: true }) }),
    idempotent: true,
  })
  // Many vectors are longer than the text that a reply holds.
  const whole = { ...reply, json: () => JSON.parse(new TextDecoder().decode(reply.bytes)) as unknown }
  // As messages call it.
  const service = URL.parse(url)?.host ?? url
  const { vectors, tokens } = read(protocol, succeeded(whole, service), service)
  if (vectors.length !== texts.length)
    throw new PluginRefusal('otherCount', { sent: texts.length, received: vectors.length })
  const stored = vectors.map(packed)
  const [first] = stored
  if (!first || !stored.every((one) => one !== null && dimensionsOf(one) === dimensionsOf(first)))
    throw new PluginRefusal('badVectors', { model })
  return { vectors: stored.flatMap((one) => one ?? []), tokens: tokens ?? estimated(texts) }
}

function read(protocol: Service['protocol'], reply: Parameters<typeof bodyOf>[0], service: string) {
  if (protocol === 'ollama') {
    const { embeddings, prompt_eval_count: tokens } = bodyOf(reply, ollamaBody, service)
    return { vectors: embeddings, tokens }
  }
  const { data, usage } = bodyOf(reply, openaiBody, service)
  const inOrder = data.every(({ index }) => index !== undefined)
    ? data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
    : data
  return {
    vectors: inOrder.map(({ embedding }) => embedding),
    tokens: usage?.total_tokens ?? usage?.prompt_tokens,
  }
}

/** Both `https://api.example.org` and `https://api.example.org/v1` are what services call their base address. */
const addressOf = (protocol: Service['protocol'], url: string): string =>
  protocol === 'ollama'
    ? `${url.replace(/\/api$/, '')}/api/embed`
    : `${/\/v\d+$/.test(url) ? url : `${url}/v1`}/embeddings`

/** Where the service does not count: about four characters a token. */
const estimated = (texts: readonly string[]): number =>
  Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4)
