/** /api/openapi.json: the contract's schemas as an OpenAPI 3.1 document. */
import { z } from 'zod'
import { calls, type Call } from '../../contract/calls.ts'
import { errorCatalogue } from '../../contract/errors.ts'
import { paths, type CallName } from '../../contract/paths.ts'
import { ERROR_CONTENT_TYPE } from './refusal.ts'

type Json = Record<string, unknown>
type ObjectSchema = Json & { properties?: Record<string, Json | undefined>; required?: string[] }

/** A call outside the contract's table: better-auth's. Its errors are plain JSON. */
export type Described = {
  readonly name: string
  readonly method: string
  /** Below /api, with `{name}` for parameters. */
  readonly path: string
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** Needs no session. */
  readonly open: boolean
  /** Headers that it reads, besides those of every call. */
  readonly headers?: readonly string[]
  /** May respond with a redirect. */
  readonly leads?: true
}

/**
 * @param others calls outside the contract's table; the table wins for a path that is in both
 * @param base the path below which the server is
 */
export function openApi(others: readonly Described[], base = ''): Json {
  const all: Record<string, Json> = {}
  const add = (path: string, method: string, described: Json) => {
    all[path] = { [method.toLowerCase()]: described, ...all[path] }
  }
  for (const [name, [method, path]] of Object.entries(paths)) {
    const call: Call = calls[name as CallName]
    add(path, method, operation({ ...call, name, method, path }, failure))
    if (!call.alsoGet) continue
    const older = operation({ ...call, name: `${name}ByGet`, method: 'GET', path }, failure)
    add(path, 'GET', { ...older, deprecated: true })
  }
  for (const one of others) add(one.path, one.method, operation(one, plainFailure))
  return {
    openapi: '3.1.0',
    info: { title: 'Lectern', version: '0.6.1', description: 'The wire contract of the Lectern reader.' },
    servers: [{ url: `${base}/api` }],
    components: { schemas: { Error: errorSchema(), SignInError: signInError }, securitySchemes: security },
    paths: all,
  }
}

const security = {
  cookie: { type: 'apiKey', in: 'cookie', name: 'better-auth.session_token' },
  bearer: { type: 'http', scheme: 'bearer' },
}

type DescribedCall = Call & {
  readonly name: string
  readonly method: string
  readonly path: string
} & Pick<Described, 'headers' | 'leads'>

function operation(call: DescribedCall, refusal: Json): Json {
  const { name, method, path, headers = [], leads = false } = call
  const described = jsonSchema(call.input, 'input') as ObjectSchema
  const { properties = {}, required = [], ...otherKeywords } = described
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key ?? '')
  const others = Object.keys(properties).filter((key) => !inPath.includes(key))
  const parameter = (key: string, location: 'path' | 'query' | 'header') => ({
    name: key,
    in: location,
    required: location === 'path' || required.includes(key),
    schema: (location !== 'header' && properties[key]) || { type: 'string' },
  })
  const query = method === 'GET' ? others.map((key) => parameter(key, 'query')) : []
  const parameters = [
    ...inPath.map((key) => parameter(key, 'path')),
    ...query,
    ...headers.map((key) => parameter(key, 'header')),
  ]
  const body = {
    ...otherKeywords,
    properties: Object.fromEntries(others.map((key) => [key, properties[key]])),
    required: required.filter((key) => others.includes(key)),
  }
  // A schema of several forms (anyOf, allOf), or of any field, has no list of fields.
  const free = described.properties === undefined && Object.keys(otherKeywords).some((key) => key !== 'type')
  const hasBody = method !== 'GET' && (others.length > 0 || free)
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && { requestBody: requestBody(call, free ? described : body) }),
    responses: { 200: success(call), ...(leads && { 302: led }), default: refusal },
    security: call.open ? [{}, { cookie: [] }, { bearer: [] }] : [{ cookie: [] }, { bearer: [] }],
  }
}

function requestBody(call: Call, schema: ObjectSchema): Json {
  if (call.body !== 'file') return { content: { 'application/json': { schema } } }
  const bytes = { type: 'string', format: 'binary' }
  const form = { ...schema, properties: { ...schema.properties, file: bytes } }
  return {
    content: { 'multipart/form-data': { schema: form }, 'application/octet-stream': { schema: bytes } },
  }
}

function success(call: Call): Json {
  const type = call.answers?.split(';')[0] ?? 'application/json'
  return { description: 'Done', content: { [type]: { schema: jsonSchema(call.output, 'output') } } }
}

const failure = {
  description: 'Refused',
  content: { [ERROR_CONTENT_TYPE]: { schema: { $ref: '#/components/schemas/Error' } } },
}

const led = { description: 'Leads the browser to where the answer is shown' }
/** The fields that better-auth's own client reads (wire-contract 1.4). */
const plainFailure = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/SignInError' } } },
}
const signInError = {
  type: 'object',
  required: ['message'],
  properties: { message: { type: 'string' }, code: { type: ['string', 'integer'] } },
}

function errorSchema(): Json {
  const codes = Object.values(errorCatalogue).map(
    ([code, status, message]) => `- ${code} (${status}): ${message}`,
  )
  return {
    type: 'object',
    required: ['code', 'message'],
    properties: { code: { type: 'integer' }, message: { type: 'string' }, reason: { type: 'string' } },
    description: codes.join('\n'),
  }
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...keywords } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  })
  return keywords
}
