/** Reads the routes in the response of an RSSHub. Pure. */
import type { RsshubNamespace, RsshubRoute } from '../wire.ts'

export type Namespaces = Readonly<Record<string, RsshubNamespace>>

/** The full catalogue has some 5 MB and 4,000 routes, which are copied into the main thread. */
const LENGTH_MAX = 16_000_000
const ROUTES_MAX = 20_000

/** @param bytes JSON @returns null for anything but an object, and for implausibly many routes */
export default function routesIn(bytes: Uint8Array): Namespaces | null {
  if (bytes.length > LENGTH_MAX) return null
  const body = parsed(bytes)
  const namespaces = isRecord(body) ? namespacesOf(body) : null
  const count = Object.values(namespaces ?? {}).reduce(
    (sum, { routes }) => sum + Object.keys(routes).length,
    0,
  )
  return count <= ROUTES_MAX ? namespaces : null
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
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

function routeOf(path: string, described: Record<string, unknown>): RsshubRoute {
  const { name, example, description, location, categories, maintainers, parameters, view } = described
  return {
    path: text(described['path']) || path,
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
