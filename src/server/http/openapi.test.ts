import { afterEach, expect, test } from 'vitest'
import { faultsOf } from '../../../tests/support/openapi.ts'
import { SECRET, startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { pluginMatrices } from '../../../tests/support/plugin-contract.ts'
import { wireCalls } from '../../../tests/support/wire-calls.ts'
import { calls, type Call } from '../../contract/calls.ts'
import { paths } from '../../contract/paths.ts'
import { signInCalls } from '../../contract/sign-in.ts'
import { passkey } from '@better-auth/passkey'
import { createAuth } from '../accounts/auth.ts'

let server: TestServer
afterEach(() => server.close())

type Operation = {
  operationId: string
  parameters?: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
  responses: Record<string, { content: Record<string, unknown> }>
  security: object[]
}
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

test('the description has every call of the contract, with input and output', async () => {
  server = await startTestServer()
  const document = (await (await server.request('/openapi.json')).json()) as Document
  expect(document.openapi).toBe('3.1.0')
  for (const [name, [method, path]] of Object.entries(paths)) {
    const operation = document.paths[path]?.[method.toLowerCase()]
    expect(operation?.operationId, path).toBe(name)
    expect(Object.keys(operation?.responses ?? {})).toEqual(['200', 'default'])
    const open = Boolean((calls as Record<string, Call>)[name]?.open)
    expect(
      operation?.security.some((way) => Object.keys(way).length === 0),
      name,
    ).toBe(open)
  }
})

const describedIn = ({ paths: all }: Document): string[] =>
  Object.entries(all).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )

/** Paths below /api outside this contract: protocols with their own specifications, and mount points of modules. */
const OTHERS = /^\/(greader|fever)\.php|^\/(better-auth\/)?\*$|^\/openapi\.json$/

test('no path that the server answers is left out, nor one that the wire contract names', async () => {
  server = await startTestServer({ routes: { 'plugins.call': async () => ({ code: 0, data: null }) } })
  const described = describedIn((await (await server.request('/openapi.json')).json()) as Document)
  const answered = server.app.routes
    .filter(({ path }) => path.startsWith('/api/'))
    .map(({ method, path }) => ({ method, path: path.slice('/api'.length).replace(/:(\w+)/g, '{$1}') }))
    .filter(({ path }) => !OTHERS.test(path))
    .map(({ method, path }) => `${method} ${path}`)
  expect(answered.length).toBeGreaterThan(130)
  expect(answered.filter((call) => !described.includes(call))).toEqual([])
  // A plugin that has some of them may have been deleted.
  expect(wireCalls.length).toBeGreaterThan(pluginMatrices.length < 3 ? 110 : 150)
  expect(wireCalls.filter((call) => !described.includes(call))).toEqual([])
  expect(described.length).toBe(new Set(described).size)
})

test('the description has all paths of better-auth, with input and output', async () => {
  server = await startTestServer()
  const document = (await (await server.request('/openapi.json')).json()) as Document
  const described = describedIn(document)
  const { api } = createAuth(server.services, { secret: SECRET, limits: false, passkey })
  type Endpoint = { path?: string; options?: { method?: string | string[] } }
  const own = Object.values(api as Record<string, Endpoint>).flatMap(({ path, options }) =>
    path
      ? [options?.method ?? 'GET'].flat().map((method) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
      : [],
  )
  expect(own.length).toBeGreaterThan(45)
  expect(own.filter((call) => !described.includes(call.replace(' ', ' /better-auth')))).toEqual([])
  // A new plugin has to describe the responses of its paths.
  expect(own.filter((call) => !(call in signInCalls))).toEqual([])
  expect(
    Object.keys(signInCalls).filter((call) => !described.includes(call.replace(' ', ' /better-auth'))),
  ).toEqual([])
  const fieldsOf = (path: string) =>
    Object.keys(
      document.paths[`/better-auth${path}`]?.post?.requestBody?.content['application/json']?.schema
        .properties ?? {},
    )
  expect(fieldsOf('/sign-up/email')).toEqual(
    expect.arrayContaining(['email', 'password', 'name', 'invitationCode']),
  )
  expect(fieldsOf('/update-user')).toEqual(['name', 'image', 'handle', 'bio', 'website', 'socialLinks'])
  expect(fieldsOf('/forget-password')).toEqual(['email', 'redirectTo'])
  expect(fieldsOf('/two-factor/verify-totp')).toContain('code')
  const signIn = document.paths['/better-auth/sign-in/email']?.post
  expect(signIn?.parameters).toMatchObject([{ name: 'x-token', in: 'header', required: false }])
  expect(signIn?.security).toContainEqual({})
  expect(document.paths['/better-auth/change-password']?.post?.security).not.toContainEqual({})
  expect(Object.keys(signIn?.responses['default']?.content ?? {})).toEqual(['application/json'])
})

test('the description is an OpenAPI 3.1 document, and what is wrong with one would be seen', async () => {
  server = await startTestServer()
  const document = (await (await server.request('/openapi.json')).json()) as Document
  expect(faultsOf(document)).toEqual([])
  const spoilt = structuredClone(document)
  const read = spoilt.paths['/entries/read-histories/{id}']?.get
  const list = spoilt.paths['/entries']?.post
  if (!read || !list) throw new Error('These calls are described.')
  read.parameters = []
  list.operationId = 'entries.get'
  list.security = [{ magic: [] }]
  Object.assign(list.responses['default']?.content ?? {}, { 'text/plain': { schema: { $ref: '#/nowhere' } } })
  expect(faultsOf(spoilt)).toEqual([
    'entries.get occurs twice',
    "entries.readHistories: the path's id is not described",
    'entries.get: there is no way in called magic',
    '#/nowhere leads nowhere',
  ])
  expect(faultsOf({ ...document, openapi: '3.0.0' })).toHaveLength(1)
})

test('path, query and body parameters are distinguished', async () => {
  server = await startTestServer()
  const { paths: described } = (await (await server.request('/openapi.json')).json()) as Document
  expect(described['/entries/read-histories/{id}']?.get?.parameters).toEqual([
    expect.objectContaining({ name: 'id', in: 'path', required: true }),
    expect.objectContaining({ name: 'size', in: 'query', required: false }),
    expect.objectContaining({ name: 'page', in: 'query', required: false }),
  ])
  const create = described['/subscriptions']?.post?.requestBody?.content['application/json']
  expect(Object.keys(create?.schema.properties ?? {})).toContain('feedId')
  expect(Object.keys(described['/subscriptions/import']?.post?.requestBody?.content ?? {})).toContain(
    'multipart/form-data',
  )
  expect(Object.keys(described['/entries/stream']?.post?.responses['200']?.content ?? {})).toEqual([
    'application/x-ndjson',
  ])
})

test('the health check succeeds until the database is gone', async () => {
  server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
  expect((await server.app.request('/healthz')).status).toBe(200)
  await server.storage.close()
  expect((await server.app.request('/healthz')).status).toBe(503)
})
