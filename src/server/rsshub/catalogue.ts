/** The routes of an RSSHub, asked of it and kept for an hour. */
import type { RsshubNamespace, RsshubRoute } from '../../contract/discover.ts'
import type { Services } from '../http/routes.ts'
import { keepAnswer, keptAnswer } from '../storage/rsshub.ts'
import { addressAt, type Base } from './address.ts'
import { jsonOf } from './read-config.ts'

export type Namespaces = Readonly<Record<string, RsshubNamespace>>
type Given = Pick<Services, 'storage' | 'outbound' | 'now' | 'log'>

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

async function load({ storage, outbound, now, log }: Given, url: string): Promise<Namespaces> {
  const kept = await keptAnswer(storage, url)
  const remember = (body: unknown, at: number): Namespaces => {
    const namespaces = namespacesOf(body)
    read.set(url, { at, namespaces })
    return namespaces
  }
  if (kept && now() - kept.at < HOUR_MS) return remember(JSON.parse(kept.body), kept.at)
  const answer = await outbound.ask(url, { headers: { accept: 'application/json' } })
  const said = answer.ok && answer.status === 200 ? jsonOf(answer.bytes) : null
  if (isRecord(said)) {
    await keepAnswer(storage, { url, body: JSON.stringify(said), at: now() })
    return remember(said, now())
  }
  log.warn('The routes of an RSSHub cannot be read', { cause: answer.ok ? answer.status : answer.words })
  return remember(kept ? JSON.parse(kept.body) : {}, now() - HOUR_MS + PAUSE_MS)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

function namespacesOf(body: unknown): Namespaces {
  if (!isRecord(body)) return {}
  const pairs = Object.entries(body).flatMap(([id, one]): [string, RsshubNamespace][] => {
    if (!isRecord(one) || !isRecord(one['routes'])) return []
    const routes = Object.entries(one['routes']).flatMap(([path, route]): [string, RsshubRoute][] =>
      isRecord(route) ? [[path, routeOf(path, route)]] : [],
    )
    const { name, description, url, lang } = one
    return [
      [
        id,
        {
          name: text(name) || id,
          description: text(description),
          url: text(url),
          lang: text(lang),
          routes: Object.fromEntries(routes),
        },
      ],
    ]
  })
  return Object.fromEntries(pairs)
}

function routeOf(path: string, said: Record<string, unknown>): RsshubRoute {
  const { name, example, description, location, categories, maintainers, parameters, view } = said
  return {
    path: text(said['path']) || path,
    name: text(name) || path,
    example: text(example),
    description: text(description),
    location: text(location),
    categories: texts(categories),
    maintainers: texts(maintainers),
    parameters: isRecord(parameters)
      ? Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, parameterOf(value)]))
      : {},
    ...(typeof view === 'number' ? { view } : {}),
  }
}

function parameterOf(value: unknown): RsshubRoute['parameters'][string] {
  if (!isRecord(value)) return text(value)
  const options = Array.isArray(value['options'])
    ? value['options'].flatMap((one) =>
        isRecord(one) ? [{ label: text(one['label']), value: String(one['value'] ?? '') }] : [],
      )
    : undefined
  const standard = value['default']
  return {
    description: text(value['description']),
    default: standard === undefined || standard === null ? null : String(standard),
    ...(options ? { options } : {}),
  }
}
