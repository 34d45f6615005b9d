/** The paths below /better-auth for the OpenAPI document: better-auth's own description, merged with the contract's. */
import {
  freshSessionMiddleware,
  requestOnlySessionMiddleware,
  sensitiveSessionMiddleware,
  sessionMiddleware,
} from 'better-auth/api'
import { z } from 'zod'
import { proof } from '../../contract/proof.ts'
import { signInCalls } from '../../contract/sign-in.ts'
import type { Described } from '../http/openapi.ts'
import { RENAMED } from './auth-path.ts'
import type { Auth } from './auth.ts'
import { proofRules } from './proof-rules.ts'

/** better-auth's description of one of its paths. */
type Endpoint = {
  readonly path?: string
  readonly options?: {
    readonly method?: string | readonly string[]
    readonly body?: unknown
    readonly query?: unknown
    readonly use?: readonly unknown[]
  }
}
const WALLS: readonly unknown[] = [
  sessionMiddleware,
  freshSessionMiddleware,
  sensitiveSessionMiddleware,
  requestOnlySessionMiddleware,
]

/** Every path of better-auth, including those with another name in the contract. */
export function describedSignIn({ api }: Pick<Auth, 'api'>): Described[] {
  const own = Object.entries(api as Readonly<Record<string, Endpoint>>).flatMap(([name, endpoint]) =>
    described(name, endpoint),
  )
  const others = Object.entries(RENAMED).flatMap(([wire, path]) =>
    own.flatMap((one) => (one.path === ROOT + path ? [{ ...one, ...ofContract('POST', wire) }] : [])),
  )
  return [
    ...own,
    ...others.map((one) => ({ ...one, name: `signIn${one.path.replaceAll(/\W+(\w)/g, upper)}` })),
  ]
}

const ROOT = '/better-auth'
const upper = (_: string, character: string): string => character.toUpperCase()

/** Endpoints without a path are for server use only. */
function described(name: string, { path, options = {} }: Endpoint): Described[] {
  if (!path) return []
  const { method = 'GET', body, query, use = [] } = options
  return [method].flat().map((one) => {
    const wire = path.replace(/:(\w+)/g, '{$1}')
    const of = ofContract(one, wire)
    return {
      name: `signIn.${name}${one === 'POST' && Array.isArray(method) ? 'ByForm' : ''}`,
      method: one,
      open: !use.some((wall) => WALLS.includes(wall)),
      ...of,
      input: withProof(path, of.input ?? (one === 'GET' ? schemaIn(query) : schemaIn(body))),
    }
  })
}

function ofContract(method: string, path: string) {
  const { input, output = z.unknown(), leads, captcha } = signInCalls[`${method} ${path}`] ?? {}
  return {
    path: ROOT + path,
    output,
    ...(input && { input }),
    ...(leads && { leads }),
    ...(captcha && { headers: ['x-token'] }),
  }
}

/** The fields that proof-rules.ts adds to a call. */
function withProof(path: string, input: z.ZodType): z.ZodType {
  const rule = Object.entries(proofRules).find(([call]) => call === path)?.[1]
  const isAdded = rule === 'always' || rule === 'unlessRecent'
  return isAdded && input instanceof z.ZodObject ? input.extend(proof.shape) : input
}

const schemaIn = (schema: unknown): z.ZodType => (schema instanceof z.ZodType ? schema : z.object({}))
