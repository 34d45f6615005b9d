// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RULES, startUsage } from './online/usage.ts'
import type { Sender } from './reporter.ts'
import type { Tracker } from '../../src/plugin-api/trackers.ts'

/** The library takes the page's fetch when it loads. */
const network = vi.hoisted(() => {
  const current = { fetch: async (_: string, __: { body: Blob | string }) => new Response('{}') }
  window.fetch = ((url: string, init: { body: string }) => current.fetch(url, init)) as typeof fetch
  globalThis.fetch = window.fetch
  return current
})

type Sent = { readonly event: string; readonly properties: Readonly<Record<string, unknown>> }
let batches: Sent[][]
let status: number
let response: object
let running: Sender<Tracker> | null

beforeEach(() => {
  batches = []
  status = 200
  response = {}
  running = null
  vi.useFakeTimers()
  network.fetch = async (_, init) => {
    const text = typeof init.body === 'string' ? init.body : await init.body.text()
    const read = JSON.parse(text) as Sent | Sent[] | { batch: Sent[] }
    batches.push(Array.isArray(read) ? read : 'batch' in read ? read.batch : [read])
    return new Response(JSON.stringify(response), { status })
  }
})
afterEach(() => {
  running?.stop()
  vi.useRealTimers()
  localStorage.clear()
})

const options = {
  host: 'http://collector.test',
  key: 'key',
  userId: 'user-1',
  version: '0.6.1',
  hash: 'abc',
  language: 'ja',
}
function start(rules: object = {}) {
  running = startUsage(options, { disable_compression: true, ...rules })
  return running
}
const star: Tracker = { name: 'entryAction', properties: { command: 'entry:star', source: 'key' } }
const names = () => batches.flat().map(({ event }) => event)
const sentOf = (name: string) => batches.flat().filter(({ event }) => event === name)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('events leave together after 3 seconds, with code, build, version, hash and language', async () => {
  const { send } = start()
  send(star)
  await pass(2500)
  expect(sentOf('entryAction')).toEqual([])
  await pass(1000)
  expect(names()).toEqual(expect.arrayContaining(['identify', 'appInit', 'uiInit', 'entryAction']))
  expect(sentOf('entryAction')[0]?.properties).toMatchObject({
    code: 3004,
    command: 'entry:star',
    source: 'key',
    build: 'web',
    version: '0.6.1',
    hash: 'abc',
    language: 'ja',
    distinct_id: 'user-1',
  })
})

test('no address and no title of the page leaves', async () => {
  document.title = 'What Ada reads'
  const { send } = start()
  send(star)
  await pass(3500)
  expect(sentOf('entryAction')).toHaveLength(1)
  expect(JSON.stringify(batches)).not.toContain('What Ada reads')
  expect(JSON.stringify(batches)).not.toContain(window.location.href)
})

test('the interval is not below 250 ms and not above 5 seconds', async () => {
  start({ request_queue_config: { flush_interval_ms: 1 } }).send(star)
  await pass(200)
  expect(sentOf('entryAction')).toEqual([])
  await pass(100)
  expect(sentOf('entryAction')).toHaveLength(1)
  running?.stop()
  batches = []
  start({ request_queue_config: { flush_interval_ms: 60_000 } }).send(star)
  await pass(4900)
  expect(sentOf('entryAction')).toEqual([])
  await pass(200)
  expect(sentOf('entryAction')).toHaveLength(1)
})

test('a burst of 100 leaves, and then 10 a second', async () => {
  const { send } = start()
  for (let n = 0; n < 300; n++) send(star)
  await pass(3500)
  const first = sentOf('entryAction').length
  expect(first).toBeGreaterThan(90)
  expect(first).toBeLessThanOrEqual(100)
  await pass(60_000)
  batches = []
  for (let n = 0; n < 300; n++) send(star)
  await pass(3500)
  expect(sentOf('entryAction')).toHaveLength(100)
})

test('what is taken back sends nothing more, not even what waited or failed', async () => {
  status = 503
  const sender = start()
  await pass(3500)
  expect(batches.length).toBeGreaterThan(0)
  sender.send(star)
  sender.stop()
  batches = []
  sender.send(star)
  await pass(3_600_000)
  expect(batches).toEqual([])
})

test('a failed batch is sent again with growing delay, ten times at most', async () => {
  status = 503
  start()
  await pass(3500)
  const first = batches.length
  await pass(15_000)
  expect(batches.length).toBeGreaterThan(first)
  await pass(24 * 3_600_000)
  const all = sentOf('appInit').length
  expect(all).toBeGreaterThan(5)
  expect(all).toBeLessThanOrEqual(11)
})

test('after the server names its quota, events wait for a minute', async () => {
  response = { quota_limited: ['events'] }
  const { send } = start()
  await pass(3500)
  batches = []
  response = {}
  send(star)
  await pass(10_000)
  expect(sentOf('entryAction')).toEqual([])
  await pass(60_000)
  send(star)
  await pass(3500)
  expect(sentOf('entryAction')).toHaveLength(1)
})

test('a session that is idle for half an hour ends', async () => {
  const { send } = start()
  send(star)
  await pass(31 * 60_000)
  send(star)
  await pass(3500)
  const sessions = new Set(sentOf('entryAction').map(({ properties }) => properties['$session_id']))
  expect(sessions.size).toBe(2)
})

test('texts are cut at 65535 characters, and cookies expire after a year', async () => {
  start().send({ name: 'entryAction', properties: { command: 'x'.repeat(70_000) } })
  await pass(3500)
  expect(String(sentOf('entryAction')[0]?.properties['command'])).toHaveLength(65_535)
  expect(RULES.cookie_expiration).toBe(365)
})

test('it does not start without a key', () => {
  expect(() => startUsage({ ...options, key: '' })).toThrow('PostHog needs a key')
})
