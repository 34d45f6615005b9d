/** The routes of an RSSHub, asked of it and kept for an hour. */
import type { Services } from '../http/routes.ts'
import { cacheResponse, cachedResponse } from '../storage/rsshub.ts'
import { addressAt, type Base } from './address.ts'
import type { Namespaces } from './routes-in.ts'

type Given = Pick<Services, 'storage' | 'outbound' | 'parsing' | 'now' | 'log'>

const HOUR_MS = 3_600_000
/** An instance that does not answer: not asked again for so long. */
const PAUSE_MS = 60_000

type Read = { readonly at: number; readonly namespaces: Namespaces }
const read = new Map<string, Read>()
const running = new Map<string, Promise<Namespaces>>()

/** All routes of an instance. One that does not answer is known by what it said last. */
export async function routesOf(given: Given, base: Base): Promise<Namespaces> {
  const url = addressAt(base, 'api/namespace')
  const before = read.get(url)
  if (before && given.now() - before.at < HOUR_MS && given.now() >= before.at) return before.namespaces
  const asked = running.get(url) ?? load(given, url).finally(() => running.delete(url))
  running.set(url, asked)
  return asked
}

async function load({ storage, outbound, parsing, now, log }: Given, url: string): Promise<Namespaces> {
  const kept = await cachedResponse(storage, url)
  const remember = (namespaces: Namespaces, at: number): Namespaces => {
    read.set(url, { at, namespaces })
    return namespaces
  }
  const routesIn = (bytes: Uint8Array) => parsing.parse('rsshubRoutes', bytes).catch(() => null)
  const known = async (): Promise<Namespaces> => (kept && (await routesIn(Buffer.from(kept.body)))) ?? {}
  if (kept && now() - kept.at < HOUR_MS) return remember(await known(), kept.at)
  const answer = await outbound.ask(url, { headers: { accept: 'application/json' } })
  const found = answer.ok && answer.status === 200 ? await routesIn(answer.bytes) : null
  if (answer.ok && found) {
    await cacheResponse(storage, { url, body: new TextDecoder().decode(answer.bytes), at: now() })
    return remember(found, now())
  }
  log.warn('The routes of an RSSHub cannot be read', { cause: answer.ok ? answer.status : answer.words })
  return remember(await known(), now() - HOUR_MS + PAUSE_MS)
}
