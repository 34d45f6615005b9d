import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, test } from 'vitest'
import { z, type PluginRefusal } from '../../../plugin-api/manifest.ts'
import { bodyOf, refusalOf as refusalOfReply, required, webAddressOf } from '../../../plugin-api/server.ts'
import { runHalf, type HalfCall } from './run-half.ts'

/** @param handler source of the function that handles the call */
const run = (handler: string, call: Partial<HalfCall> = {}) =>
  runHalf({
    code: `lectern.start({ start(host) { host.answer('go', ${handler}) } })`,
    call: 'go',
    kind: 'call',
    input: { by: 2 },
    settings: { name: 'Ada' },
    secrets: { token: 'sealed' },
    functions: { fetch: async (input) => ({ status: 200, text: JSON.stringify(input) }) },
    log: () => {},
    ...call,
  })
const refusalOf = async (work: Promise<unknown>) =>
  (await work.then(
    () => null,
    (error: unknown) => error,
  )) as PluginRefusal

test('a server half gets its input, the settings and secrets of its user, and answers', async () => {
  const logged: string[] = []
  const handler = `async ({ by }, caller) => {
    host.log('asked')
    return { twice: by * 2, name: caller.settings.name, token: caller.secret('token'), none: caller.secret('other') }
  }`
  expect(await run(handler, { log: (message) => logged.push(message) })).toEqual({
    twice: 4,
    name: 'Ada',
    token: 'sealed',
    none: '',
  })
  expect(logged).toEqual(['asked'])
})

test('it calls the functions that it was granted, and no others', async () => {
  const fetches = `async (input, { fetch }) => (await fetch('https://a.example/', { method: 'POST' })).json()`
  expect(await run(fetches)).toEqual({ url: 'https://a.example/', method: 'POST' })
  expect((await refusalOf(run(fetches, { functions: {} }))).text).toEqual({ key: 'plugin.forbidden' })
  const refuses = `async () => { throw Object.assign(new Error('no'), { text: { key: 'refused', values: { at: 1 } } }) }`
  expect((await refusalOf(run(refuses))).text).toEqual({ key: 'refused', values: { at: 1 } })
  expect((await refusalOf(run('async () => 1', { call: 'other' }))).text).toEqual({ key: 'plugin.noCall' })
})

type TestReply = {
  readonly status: number
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}
const REPLIES: readonly TestReply[] = [
  { status: 401, text: '' },
  { status: 429, text: '', headers: { 'retry-after': '30' } },
  { status: 429, text: '', headers: { 'retry-after': 'soon' } },
  { status: 502, text: 'down' },
  { status: 400, text: '{"error":{"message":"No such folder"}}' },
  { status: 400, text: '{"error":"bad","message":"No such folder"}' },
  { status: 418, text: '{"url":["Enter a valid URL.","Now"],"at":{"line":1}}' },
  { status: 404, text: '<h1>Not\n found</h1> here' },
  { status: 404, text: '"gone"' },
  { status: 404, text: 'x'.repeat(400) },
]
const replyOf = ({ headers = {}, ...reply }: TestReply) => ({
  ...reply,
  headers,
  bytes: new Uint8Array(),
  json: () => JSON.parse(reply.text) as unknown,
})

test('it refuses in the words of its locales, and for a service in those of built-in plugins', async () => {
  const refuses = `async () => lectern.refuse('full', { count: 3 }, 'over quota')`
  expect((await refusalOf(run(refuses))).text).toEqual({
    key: 'full',
    values: { count: 3 },
    reason: 'over quota',
  })
  const reasons = `async (replies) => replies.map((reply) => {
    try {
      return lectern.saving.succeeded(reply, 'Shelf')
    } catch (error) {
      return error.text
    }
  })`
  const input = REPLIES.map(replyOf)
  expect(await run(reasons, { input })).toEqual(input.map((reply) => refusalOfReply(reply, 'Shelf').text))
})

test.each([
  [`lectern.saving.required(' ', 'Shelf', 'token')`, () => required(' ', 'Shelf', 'token')],
  [`lectern.saving.required(1, 'Shelf', 'token')`, () => required(1, 'Shelf', 'token')],
  [`lectern.saving.webAddressOf({ url: null }, 'Shelf')`, () => webAddressOf({ url: null }, 'Shelf')],
  [
    `lectern.saving.bodyOf({ text: 'no' }, 'Shelf')`,
    () => bodyOf(replyOf({ status: 200, text: 'no' }), z.unknown().nonoptional(), 'Shelf'),
  ],
  [
    `lectern.saving.bodyOf({ text: '{}' }, 'Shelf', ({ id }) => typeof id === 'string')`,
    () => bodyOf(replyOf({ status: 200, text: '{}' }), z.object({ id: z.string() }), 'Shelf'),
  ],
])('%s refuses as for built-in plugins', async (source, builtIn) => {
  const { text } = await refusalOf(run(`async () => ${source}`))
  expect(text).toEqual((await refusalOf((async () => builtIn())())).text)
})

test('it takes what is right, and writes forms, base64 and addresses', async () => {
  const fields = { url: 'https://example.org/?a=b&c', title: "Ärger & ~it's (2)! 速報", count: 3, sent: true }
  const words = ['', 'a', 'ab', 'abc', 'name:pass', 'Ärger 速報 🎉']
  const handler = `async ({ fields, words }) => ({
    required: lectern.saving.required(' key ', 'Shelf', 'token'),
    address: lectern.saving.webAddressOf({ url: 'https://example.org/a' }, 'Shelf'),
    base: lectern.saving.baseAddress(' https://example.org/ '),
    body: lectern.saving.bodyOf({ text: '{"id":"7"}' }, 'Shelf', ({ id }) => id === '7'),
    status: lectern.saving.succeeded({ status: 201 }, 'Shelf').status,
    form: lectern.form(fields),
    base64: words.map(lectern.base64),
    url: lectern.url('../b?x=1&y=2#z', 'https://example.org:8443/a/c'),
    none: lectern.url('nothing'),
  })`
  expect(await run(handler, { input: { fields, words } })).toEqual({
    required: 'key',
    address: 'https://example.org/a',
    base: 'https://example.org',
    body: { id: '7' },
    status: 201,
    form: String(
      new URLSearchParams(
        Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
      ),
    ),
    base64: words.map((one) => Buffer.from(one).toString('base64')),
    url: {
      href: 'https://example.org:8443/b?x=1&y=2#z',
      origin: 'https://example.org:8443',
      protocol: 'https:',
      host: 'example.org:8443',
      pathname: '/b',
      search: '?x=1&y=2',
      hash: '#z',
      query: { x: '1', y: '2' },
    },
    none: null,
  })
})

test('it finds nothing of the server: no process, modules, requests, timers or threads', async () => {
  const names = [
    'process',
    'require',
    'fetch',
    'setTimeout',
    'Worker',
    'Buffer',
    'WebAssembly',
    'say',
    'parsedAddress',
    'URL',
    'URLSearchParams',
    'FormData',
    'btoa',
    'TextEncoder',
    'crypto',
    'module',
  ]
  const handler = `async () => {
    const found = ${JSON.stringify(names)}.filter((name) => name in globalThis)
    try { await import('node:fs'); found.push('import') } catch {}
    if (typeof [].at.constructor('return this')().process !== 'undefined') found.push('constructor')
    return found
  }`
  expect(await run(handler)).toEqual([])
})

test.each([
  ['an endless loop', 'async () => { for (;;) {} }', 'plugin.tooSlow'],
  ['a loop that catches all', 'async () => { for (;;) try { for (;;) {} } catch {} }', 'plugin.tooSlow'],
  ['promises without an end', 'async () => { for (;;) await null }', 'plugin.tooSlow'],
  ['a slow function', 'async () => { const a = []; a[4e9] = 1; a.sort() }', 'plugin.tooSlow'],
  ['a loop after a request', `async (_, { fetch }) => { await fetch('x'); for (;;) {} }`, 'plugin.tooSlow'],
  // Out of memory, or of time on a slow machine.
  [
    'objects',
    'async () => { const a = []; for (;;) a.push({ a: [1, 2, 3] }) }',
    'plugin.halfFailed plugin.tooSlow',
  ],
  ['buffers', 'async () => { const a = []; for (;;) a.push(new Uint8Array(1e6)) }', 'plugin.halfFailed'],
  ['recursion', 'async () => { const go = () => go() + 1; return go() }', 'plugin.halfFailed'],
  ['a flood', `async (_, { fetch }) => { for (;;) fetch('x') }`, 'plugin.halfFailed'],
  [
    'an answer that nests deep',
    'async () => { let a = 1; for (let at = 0; at < 1000; at += 1) a = [a]; return a }',
    'plugin.halfFailed',
  ],
  ['nothing to wait for', 'async () => new Promise(() => {})', 'plugin.halfFailed'],
])('%s is ended, and the server goes on', async (_, handler, keys) => {
  const before = process.memoryUsage().rss
  expect(keys.split(' ')).toContain((await refusalOf(run(handler, { silenceMs: 3000 }))).text.key)
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  expect(await run('async () => "alive"')).toBe('alive')
})

test('time in which the machine runs other programs does not count as its own', async () => {
  const { promise: started, resolve } = Promise.withResolvers<ChildProcess>()
  const created = (message: unknown) => resolve((message as { process: ChildProcess }).process)
  subscribe('child_process', created)
  const handler = `async () => {
    host.log('begun')
    for (let at = 0; at < 2e6; at += 1);
    return 'done'
  }`
  const work = run(handler, {
    turnMs: 2000,
    log: () =>
      void started.then((half) => {
        half.kill('SIGSTOP')
        setTimeout(() => half.kill('SIGCONT'), 2500)
      }),
  })
  unsubscribe('child_process', created)
  expect(await work).toBe('done')
})

test('a script that throws or is none fails with its message', async () => {
  expect((await refusalOf(run('', { code: 'throw new TypeError("not here")' }))).text).toEqual({
    key: 'plugin.halfFailed',
    values: { reason: 'not here' },
  })
  expect((await refusalOf(run('', { code: 'lectern.start({' }))).text.key).toBe('plugin.halfFailed')
})

test('what the host answers is bounded, each answer and all of a call', async () => {
  const fetches = (count: number) => `async (_, { fetch }) => {
    let length = 0
    try { for (let at = 0; at < ${count}; at += 1) length += (await fetch('x')).text.length } catch (error) { return [length, error.text.key] }
    return length
  }`
  const functions = (length: number) => ({ fetch: async () => ({ text: 'x'.repeat(length) }) })
  const slowly = { turnMs: 20_000 }
  expect(await run(fetches(3), { ...slowly, functions: functions(100_000) })).toBe(300_000)
  expect(await run(fetches(1), { ...slowly, functions: functions(60_000_000) })).toEqual([
    0,
    'plugin.tooMuch',
  ])
  const all = await run(fetches(90), { ...slowly, functions: functions(500_000) })
  expect(all).toEqual([7_500_000, 'plugin.tooMuch'])
})
