import { afterEach, expect, test } from 'vitest'
import { faultsOf } from '../../../tests/support/openapi.ts'
import { startTestServer, type TestServer } from '../../../tests/support/server.ts'
import { calls, type Call } from '../../contract/calls.ts'
import { paths } from '../../contract/paths.ts'

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

test('the description names every call of the contract, with what goes in and what comes out', async () => {
  server = await startTestServer()
  const document = (await (await server.ask('/openapi.json')).json()) as Document
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

test('the description is an OpenAPI 3.1 document, and what is wrong with one would be seen', async () => {
  server = await startTestServer()
  const document = (await (await server.ask('/openapi.json')).json()) as Document
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
    'entries.get stands twice',
    "entries.readHistories: the path's id is not described",
    'entries.get: there is no way in called magic',
    '#/nowhere leads nowhere',
  ])
  expect(faultsOf({ ...document, openapi: '3.0.0' })).toHaveLength(1)
})

test('what stands in the path, the query and the body is told apart', async () => {
  server = await startTestServer()
  const { paths: described } = (await (await server.ask('/openapi.json')).json()) as Document
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

test('the server says that it can serve, until its library is gone', async () => {
  server = await startTestServer({ env: { LOG_LEVEL: 'silent' } })
  expect((await server.app.request('/healthz')).status).toBe(200)
  await server.storage.close()
  expect((await server.app.request('/healthz')).status).toBe(503)
})
