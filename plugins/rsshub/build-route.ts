/** Addresses of RSSHub routes. */
import type { RsshubNamespace, RsshubRoute } from './wire.ts'

export type RouteParameter = {
  readonly name: string
  readonly isRequired: boolean
  /** It stands for all that follows, slashes included. */
  readonly takesAll: boolean
  readonly description: string
  readonly initial: string
  readonly options: readonly { readonly label: string; readonly value: string }[]
}
/** A route with its namespace. */
export type NamedRoute = {
  readonly id: string
  readonly namespace: RsshubNamespace
  readonly route: RsshubRoute
}

const PARAMETER = /^:(\w+)(\{.*\})?(\?)?$/

/** The parameters in the path, in order. */
export function parametersOf({
  path,
  parameters,
}: Pick<RsshubRoute, 'path' | 'parameters'>): RouteParameter[] {
  return partsOf(path).flatMap((part): RouteParameter[] => {
    const [, name, pattern = '', optional] = PARAMETER.exec(part) ?? []
    if (name === undefined) return []
    const known = parameters[name]
    const described = typeof known === 'object' ? known : undefined
    return [
      {
        name,
        isRequired: optional === undefined && !pattern.includes('*'),
        takesAll: pattern !== '',
        description: typeof known === 'string' ? known : (described?.description ?? ''),
        initial: described?.default ?? '',
        options: described?.options ?? [],
      },
    ]
  })
}

/**
 * The address of a route with its parameters filled in. An optional one that is empty ends the address, because RSSHub
 * reads parameters by their position.
 * @returns null while a required one is empty
 */
export function buildRoute(
  id: string,
  route: Pick<RsshubRoute, 'path' | 'parameters'>,
  values: Readonly<Record<string, string>>,
): string | null {
  const parameters = new Map(parametersOf(route).map((one) => [one.name, one]))
  const segments: string[] = []
  for (const part of partsOf(route.path)) {
    const parameter = parameters.get(PARAMETER.exec(part)?.[1] ?? '')
    if (!parameter) {
      segments.push(part)
      continue
    }
    const value = (values[parameter.name] ?? '').trim()
    if (value === '' && parameter.isRequired) return null
    if (value === '') break
    segments.push(
      parameter.takesAll ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value),
    )
  }
  return `rsshub://${[id, ...segments].join('/')}`
}

const partsOf = (path: string): string[] => path.split('/').filter(Boolean)
