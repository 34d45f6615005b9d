/** The schema of an OpenAPI 3.1 document (spec.openapis.org/oas/v3.1.0), for the parts that ours uses: strict, so that unknown fields fail. */
import { z } from 'zod'

const types = z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const count = z.number().int().min(0)

/** JSON Schema 2020-12. */
const schema: z.ZodType = z.lazy(() =>
  z.union([
    z.boolean(),
    z.strictObject({
      $ref: z.string().regex(/^#\//).optional(),
      type: z.union([types, z.array(types)]).optional(),
      enum: z.array(z.unknown()).min(1).optional(),
      const: z.unknown().optional(),
      format: z.string().optional(),
      pattern: pattern.optional(),
      minLength: count.optional(),
      maxLength: count.optional(),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      exclusiveMinimum: z.number().optional(),
      exclusiveMaximum: z.number().optional(),
      multipleOf: z.number().positive().optional(),
      items: schema.optional(),
      prefixItems: z.array(schema).optional(),
      minItems: count.optional(),
      maxItems: count.optional(),
      properties: z.record(z.string(), schema).optional(),
      required: z.array(z.string()).optional(),
      propertyNames: schema.optional(),
      additionalProperties: schema.optional(),
      anyOf: z.array(schema).min(1).optional(),
      oneOf: z.array(schema).min(1).optional(),
      allOf: z.array(schema).min(1).optional(),
      not: schema.optional(),
      default: z.unknown().optional(),
      title: z.string().optional(),
      description: z.string().optional(),
      readOnly: z.boolean().optional(),
    }),
  ]),
)
const pattern = z.string().refine((text) => {
  try {
    return Boolean(new RegExp(text, 'u'))
  } catch {
    return false
  }
}, 'not a pattern')

const contents = z.record(z.string().regex(/^[\w.+-]+\/[\w.+-]+(;.*)?$/), z.strictObject({ schema }))
const parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.boolean(),
  schema,
})
const operation = z.strictObject({
  operationId: z.string().min(1),
  deprecated: z.literal(true).optional(),
  tags: z.array(z.string()),
  parameters: z.array(parameter).optional(),
  requestBody: z.strictObject({ content: contents, required: z.boolean().optional() }).optional(),
  responses: z.record(
    z.string().regex(/^([1-5]\d\d|default)$/),
    z.strictObject({ description: z.string(), content: contents.optional() }),
  ),
  security: z.array(z.record(z.string(), z.array(z.string()))),
})
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
const pathItem = z.strictObject(
  Object.fromEntries(methods.map((method) => [method, operation.optional()])) as Record<
    (typeof methods)[number],
    z.ZodOptional<typeof operation>
  >,
)
const document = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  components: z.strictObject({
    schemas: z.record(z.string(), schema),
    securitySchemes: z.record(
      z.string(),
      z.discriminatedUnion('type', [
        z.strictObject({
          type: z.literal('apiKey'),
          in: z.enum(['cookie', 'header', 'query']),
          name: z.string(),
        }),
        z.strictObject({ type: z.literal('http'), scheme: z.string() }),
      ]),
    ),
  }),
  paths: z.record(z.string().startsWith('/'), pathItem),
})

/** @returns the errors of a document as messages; empty when it is valid */
export function faultsOf(input: unknown): string[] {
  const checked = document.safeParse(input)
  if (!checked.success)
    return checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  const { paths, components } = checked.data
  const all = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [{ path, method, ...item[method] }] : [])),
  )
  const ids = all.map(({ operationId }) => operationId)
  return [
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} occurs twice`),
    ...all.flatMap(faultsOfOperation),
    ...all.flatMap(({ operationId, security }) =>
      security
        .flatMap((way) => Object.keys(way))
        .filter((name) => !(name in components.securitySchemes))
        .map((name) => `${operationId}: there is no way in called ${name}`),
    ),
    ...references(input)
      .filter((to) => !resolves(input, to))
      .map((to) => `${to} leads nowhere`),
  ]
}

type Operation = z.output<typeof operation> & { readonly path: string; readonly method: string }

function faultsOfOperation({
  operationId,
  path,
  method,
  parameters = [],
  requestBody,
  responses,
}: Operation): string[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const named = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
  const keys = parameters.map((one) => `${one.in} ${one.name}`)
  return [
    ...inPath.filter((name) => !named.includes(name)).map((name) => `the path's ${name} is not described`),
    ...named.filter((name) => !inPath.includes(name)).map((name) => `${name} is missing in the path`),
    ...parameters
      .filter((one) => one.in === 'path' && !one.required)
      .map(({ name }) => `${name} may not be missing`),
    ...keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `${key} occurs twice`),
    ...(method === 'get' && requestBody ? ['a question has no body'] : []),
    ...(Object.keys(responses).some((status) => status.startsWith('2'))
      ? []
      : ['nothing is said of success']),
  ].map((fault) => `${operationId}: ${fault}`)
}

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : []
  return [...own, ...Object.values(value).flatMap(references)]
}

function resolves(input: unknown, reference: string): boolean {
  const keys = reference.replace(/^#\//, '').split('/')
  const results = keys.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
    input,
  )
  return results !== undefined
}
