/** /api/openapi.json: the contract's schemas as an OpenAPI 3.1 document. */
import { z } from 'zod'
import { calls, type Call } from '../../contract/calls.ts'
import { errorCatalogue } from '../../contract/errors.ts'
import { paths, type CallName } from '../../contract/paths.ts'
import { ERROR_CONTENT_TYPE } from './refusal.ts'

type Json = Record<string, unknown>
type ObjectSchema = Json & { properties?: Record<string, Json | undefined>; required?: string[] }

let made: Json | undefined

/** Made at the first question: it costs a walk over all schemas and never changes while the server runs. */
export function openApi(): Json {
  made ??= {
    openapi: '3.1.0',
    info: { title: 'Lectern', version: '0.6.1', description: 'The wire contract of the Lectern reader.' },
    servers: [{ url: '/api' }],
    components: { schemas: { Error: errorSchema() }, securitySchemes: security },
    paths: Object.entries(paths).reduce<Record<string, Json>>((all, [name, [method, path]]) => {
      all[path] = { ...all[path], [method.toLowerCase()]: operation(name as CallName, method, path) }
      return all
    }, {}),
  }
  return made
}

const security = {
  cookie: { type: 'apiKey', in: 'cookie', name: 'better-auth.session_token' },
  bearer: { type: 'http', scheme: 'bearer' },
}

function operation(name: CallName, method: string, path: string): Json {
  const call: Call = calls[name]
  const { properties = {}, required = [], ...rest } = jsonSchema(call.input, 'input') as ObjectSchema
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key ?? '')
  const others = Object.keys(properties).filter((key) => !inPath.includes(key))
  const parameter = (key: string, place: 'path' | 'query') => ({
    name: key,
    in: place,
    required: place === 'path' || required.includes(key),
    schema: properties[key] ?? { type: 'string' },
  })
  const query = method === 'GET' ? others.map((key) => parameter(key, 'query')) : []
  const parameters = [...inPath.map((key) => parameter(key, 'path')), ...query]
  const body = {
    ...rest,
    properties: Object.fromEntries(others.map((key) => [key, properties[key]])),
    required: required.filter((key) => others.includes(key)),
  }
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    ...(parameters.length > 0 && { parameters }),
    ...(method !== 'GET' && others.length > 0 && { requestBody: requestBody(call, body) }),
    responses: { 200: success(call), default: failure },
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
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  })
  return rest
}
