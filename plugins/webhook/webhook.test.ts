import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPluginServer, type PluginServer } from '../../tests/support/plugin-server.ts'
import { refusals, startService, type Service } from '../../tests/support/service.ts'
import { wrongAddress, wrongBody } from './template.ts'

let service: Service
let plugin: PluginServer

beforeAll(async () => {
  service = await startService(() => ({ status: 204 }))
  plugin = await startPluginServer('webhook')
})
afterAll(async () => {
  await plugin.close()
  await service.close()
})
const last = () => service.requests.at(-1)!

test('what is missing in the settings is named', async () => {
  await plugin.set({ values: { enableWebhook: true } })
  expect(await plugin.save()).toEqual({
    ok: false,
    words: { key: 'outside.missing', values: { service: 'Webhook', setting: 'webhookUrl' } },
  })
})

test('at first the entry is sent as JSON', async () => {
  await plugin.set({ values: { webhookUrl: `${service.url}/hook` } })
  expect(await plugin.save()).toMatchObject({ ok: true })
  expect(last()).toMatchObject({
    method: 'POST',
    path: '/hook',
    headers: { 'content-type': 'application/json' },
  })
  expect(JSON.parse(last().body)).toEqual({
    title: 'A title',
    url: 'https://example.org/a',
    author: 'Ada Lovelace',
    publishedAt: '2026-11-01T08:00:00.000Z',
    feed: expect.any(String),
    text: '## One\n\nA *story*.',
  })
})

test('method, headers and body are the user’s, and values are written as their place needs it', async () => {
  await plugin.set({
    values: {
      webhookUrl: `${service.url}/{{ title }}?from={{url}}`,
      webhookMethod: 'PUT',
      webhookBody: '{"html": "{{content}}", "quoted": "{{selection}}"}',
    },
    secrets: { webhookHeaders: 'Authorization: Bearer a:key\n\nX-Place:  shelf  ' },
  })
  expect(await plugin.save({ selection: 'She said "no"\n\\ {{title}}' })).toMatchObject({ ok: true })
  expect(last()).toMatchObject({
    method: 'PUT',
    path: '/A%20title?from=https%3A%2F%2Fexample.org%2Fa',
    headers: { authorization: 'Bearer a:key', 'x-place': 'shelf' },
  })
  expect(JSON.parse(last().body)).toEqual({
    html: '<h2>One</h2><p>A <em>story</em>.</p>',
    quoted: 'She said "no"\n\\ {{title}}',
  })
})

test.each([
  [
    'application/x-www-form-urlencoded',
    'u={{url}}&t={{title}}',
    'u=https%3A%2F%2Fexample.org%2Fa&t=A%20title',
  ],
  ['text/markdown', '[{{title}}]({{url}})', '[A title](https://example.org/a)'],
  [null, '{{title}}: {{url}}', 'A title: https://example.org/a'],
])('a body of the type %s', async (type, webhookBody, body) => {
  await plugin.set({
    values: { webhookBody },
    secrets: { webhookHeaders: type === null ? '' : `content-type: ${type}` },
  })
  expect(await plugin.save()).toMatchObject({ ok: true })
  expect(last().body).toBe(body)
  expect(last().headers['content-type']).toBe(type ?? 'text/plain; charset=utf-8')
})

test('GET is sent without a body', async () => {
  await plugin.set({ values: { webhookMethod: 'GET' } })
  expect(await plugin.save()).toMatchObject({ ok: true })
  expect(last()).toMatchObject({ method: 'GET', body: '' })
  await plugin.set({ values: { webhookMethod: 'POST' } })
})

test.each([
  ['no colon', { key: 'headers.wrong', values: { line: 1 } }],
  ['X-One: 1\nBad Name: 2', { key: 'headers.wrong', values: { line: 2 } }],
  ['X-One: snow ☃', { key: 'headers.wrong', values: { line: 1 } }],
  ['X-One: 1\nHost: example.org', { key: 'headers.notYours', values: { line: 2, name: 'host' } }],
])('the headers %j are refused, with their line', async (webhookHeaders, words) => {
  const before = service.requests.length
  await plugin.set({ secrets: { webhookHeaders } })
  expect(await plugin.save()).toEqual({ ok: false, words })
  expect(service.requests).toHaveLength(before)
  await plugin.set({ secrets: { webhookHeaders: '' } })
})

describe('templates', () => {
  test.each([
    ['a {{titel}}', { key: 'template.unknown', values: { name: '{{titel}}', line: 1, column: 3 } }],
    ['{{title}}\n  {{}}', { key: 'template.unknown', values: { name: '{{}}', line: 2, column: 3 } }],
    ['{{title}}\nx {{url', { key: 'template.open', values: { line: 2, column: 3 } }],
    ['{{url {{titel}}', { key: 'template.open', values: { line: 1, column: 1 } }],
    ['{"a": {{title}}}', { key: 'template.notJsonAt', values: { line: 1, column: 8 } }],
    ['{"a": "{{title}}"', { key: 'template.notJsonAt', values: { line: 1, column: 18 } }],
  ])('%j is refused, with its place', (text, words) => {
    expect(wrongBody(text)).toMatchObject(words)
  })

  test.each(['', 'text', '{"a": {"b": "{{title}}"}}', '[{{title}}]({{url}})', '}} {'])(
    '%j is right',
    (text) => {
      expect(wrongBody(text)).toBeNull()
    },
  )

  test.each([
    ['https://example.org/{{id}}', null],
    ['https://example.org?u={{url}}', null],
    ['https://{{title}}.example.org/', { key: 'template.address' }],
    ['https://example.org{{title}}/', { key: 'template.address' }],
    ['ftp://example.org/', { key: 'template.address' }],
    ['https://example.org/{{nothing}}', { key: 'template.unknown' }],
  ])('the address %j', (text, words) => {
    if (words === null) expect(wrongAddress(text)).toBeNull()
    else expect(wrongAddress(text)).toMatchObject(words)
  })

  test('are refused by the server too, with the place', async () => {
    const response = await plugin.set({ values: { webhookBody: 'a {{titel}}' } })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('line: 1, column: 3')
  })
})

test('a value that makes a body of the type JSON something else is refused', async () => {
  const before = service.requests.length
  await plugin.set({
    values: { webhookBody: '[{{title}}]' },
    secrets: { webhookHeaders: 'Content-Type: application/json' },
  })
  expect(await plugin.save()).toEqual({ ok: false, words: { key: 'template.notJson' } })
  expect(service.requests).toHaveLength(before)
  await plugin.set({ secrets: { webhookHeaders: '' } })
})

test('an address or a body that becomes too long is not sent', async () => {
  const before = service.requests.length
  const selection = 'x'.repeat(20_000)
  await plugin.set({ values: { webhookUrl: `${service.url}/?q={{selection}}` } })
  expect(await plugin.save({ selection })).toMatchObject({ ok: false, words: { key: 'addressTooLong' } })
  await plugin.set({
    values: { webhookUrl: `${service.url}/`, webhookBody: '{{selection}}'.repeat(51) },
  })
  expect(await plugin.save({ selection })).toEqual({
    ok: false,
    words: { key: 'bodyTooLong', values: { kilobytes: 1020, limit: 1000 } },
  })
  expect(service.requests).toHaveLength(before)
})

test('no redirect leads to another host', async () => {
  const other = await startService(() => ({ status: 200 }))
  for (const status of [301, 303, 307]) {
    service.refuseNext({ status, headers: { location: `${other.url}/there` } })
    expect(await plugin.save()).toMatchObject({
      ok: false,
      words: { key: expect.stringMatching(/^outside\./) },
    })
  }
  expect(other.requests).toEqual([])
  await other.close()
})

test('an address of an inner network is refused', async () => {
  await plugin.set({ values: { webhookUrl: 'http://10.0.0.1/{{title}}' } })
  expect(await plugin.save()).toMatchObject({ ok: false, words: { key: 'outside.unreachable' } })
  await plugin.set({ values: { webhookUrl: `${service.url}/` } })
})

test.each(refusals('Webhook'))('the refusal %o becomes a message', async (refusal, words) => {
  service.refuseNext(refusal)
  expect(await plugin.save()).toEqual({ ok: false, words })
})

test('with a secret the request is signed, as the webhooks of rules are', async () => {
  const key = Buffer.alloc(32, 7)
  await plugin.set({
    values: { webhookBody: '{{title}}: {{url}}' },
    secrets: { webhookSecret: `whsec_${key.toString('base64')}` },
  })
  expect(await plugin.save()).toMatchObject({ ok: true })
  const { headers, body } = last()
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
  const expected = createHmac('sha256', key)
    .update(`${String(id)}.${String(at)}.${body}`)
    .digest('base64')
  expect(body).not.toBe('')
  expect(signature).toBe(`v1,${expected}`)
  const before = service.requests.length
  await plugin.set({ secrets: { webhookSecret: 'my secret' } })
  expect(await plugin.save()).toEqual({ ok: false, words: { key: 'secretWrong' } })
  expect(service.requests).toHaveLength(before)
  await plugin.set({ secrets: { webhookSecret: '' } })
  expect(await plugin.save()).toMatchObject({ ok: true })
  expect(last().headers).not.toHaveProperty('webhook-signature')
})

test('the headers are never given out', async () => {
  await plugin.set({ secrets: { webhookHeaders: 'Authorization: Bearer hidden-key' } })
  const text = await (await plugin.user.request('/plugins/webhook/settings')).text()
  expect(JSON.parse(text)).toMatchObject({ data: { secretsSet: ['webhookUrl', 'webhookHeaders'] } })
  expect(text).not.toContain('hidden-key')
})

test('labels, folder, star and highlights are fields', async () => {
  await plugin.set({
    values: {
      webhookUrl: `${service.url}/hook`,
      webhookMethod: 'POST',
      webhookBody: '{"marks": ["{{labels}}", "{{folder}}", "{{starred}}", "{{highlights}}"]}',
    },
    secrets: { webhookHeaders: '' },
  })
  await plugin.label('work')
  await plugin.label('tea')
  await plugin.star()
  await plugin.highlight('story', 'Good')
  const { db } = plugin.server.storage
  await db.updateTable('subscriptions').set({ category: 'News' }).execute()
  expect(await plugin.save()).toMatchObject({ ok: true })
  const { marks } = JSON.parse(last().body) as { marks: string[] }
  expect(marks.with(0, marks[0]!.split(', ').toSorted().join())).toEqual([
    'tea,work',
    'News',
    'true',
    '> story\n\nGood',
  ])
})
