import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createQueues } from './queues.ts'

/** Requests that run until they are finished by name. */
function recorder(perSite: number, total: number, isSlow: (budget: string) => boolean = () => false) {
  const queues = createQueues({ perSite, total, isSlow, pause: 0 })
  const running = new Map<string, PromiseWithResolvers<string>>()
  return {
    running: () => [...running.keys()],
    request: (site: string, name: string, urgency = 0, address: string | null = null) =>
      queues({ site, urgency, addressOf: async () => address }, () => {
        const finished = Promise.withResolvers<string>()
        running.set(name, finished)
        return finished.promise.finally(() => running.delete(name))
      }),
    finish: async (name: string) => {
      running.get(name)?.resolve(name)
      await settled()
    },
    fail: async (name: string) => {
      running.get(name)?.reject(new Error(name))
      await settled()
    },
  }
}

test('a site has its limit, and all sites together have theirs', async () => {
  const { request, running, finish } = recorder(2, 3)
  for (const name of ['a1', 'a2', 'a3']) void request('a', name)
  for (const name of ['b1', 'b2']) void request('b', name)
  await settled()
  expect(running()).toEqual(['a1', 'a2', 'b1'])
  await finish('b1')
  expect(running()).toEqual(['a1', 'a2', 'b2'])
  await finish('a2')
  expect(running()).toEqual(['a1', 'b2', 'a3'])
})

test('the most urgent request of a site is next, and equal ones keep their order', async () => {
  const { request, running, finish } = recorder(1, 8)
  void request('a', 'first')
  void request('a', 'second')
  void request('a', 'late', -1)
  void request('a', 'urgent', 1)
  void request('a', 'third')
  const order: string[] = []
  for (let count = 0; count < 5; count += 1) {
    await settled()
    order.push(...running())
    await finish(running()[0] ?? '')
  }
  expect(order).toEqual(['first', 'urgent', 'second', 'third', 'late'])
})

test('a failed request releases its slot, and its site can be requested again', async () => {
  const { request, running, finish, fail } = recorder(1, 1)
  const failed = request('a', 'one').catch((error: unknown) => error)
  const next = request('b', 'two')
  await settled()
  await fail('one')
  expect(await failed).toEqual(new Error('one'))
  expect(running()).toEqual(['two'])
  const again = request('a', 'three')
  await finish('two')
  await finish('three')
  expect([await next, await again]).toEqual(['two', 'three'])
})

test('the sites of a platform share six requests, and others are not held up', async () => {
  const { request, running, finish } = recorder(2, 64)
  const blogs = ['a', 'b', 'c', 'd', 'e'].flatMap((name) => [`${name}1`, `${name}2`])
  for (const name of blogs) void request(`${name[0]}.tumblr.com`, name)
  void request('example.org', 'other')
  await settled()
  expect(running().toSorted()).toEqual([...blogs.slice(0, 6), 'other'])
  await finish('b1')
  expect(running().toSorted()).toEqual(['a1', 'a2', 'b2', 'c1', 'c2', 'd1', 'other'])
  for (const name of blogs) await finish(name)
  expect(running()).toEqual(['other'])
})

test('sites at one address share six requests, and others are not held up', async () => {
  const { request, running, finish } = recorder(2, 64)
  const blogs = ['a', 'b', 'c', 'd', 'e'].flatMap((name) => [`${name}1`, `${name}2`])
  for (const name of blogs) void request(`${name[0]}.example`, name, 0, '192.0.2.1')
  void request('f.example', 'other', 0, '192.0.2.2')
  await settled()
  expect(running().toSorted()).toEqual([...blogs.slice(0, 6), 'other'])
  await finish('c1')
  expect(running().toSorted()).toEqual(['a1', 'a2', 'b1', 'b2', 'c2', 'd1', 'other'])
})

test('a family or an address that has refused gets one request at a time, until it is as before', async () => {
  const slow = new Set<string>()
  const { request, running, finish } = recorder(2, 64, (budget) => slow.has(budget))
  for (const name of ['a', 'b', 'c', 'd']) void request(`${name}.substack.com`, name)
  for (const name of ['k', 'l', 'm']) void request(`${name}.example`, name, 0, '192.0.2.1')
  await settled()
  expect(running()).toHaveLength(7)
  // One of each refuses while the others run; later requests wait for all of them.
  slow.add('substack.com').add('192.0.2.1')
  for (const name of ['e', 'f']) void request(`${name}.substack.com`, name)
  for (const name of ['n', 'o']) void request(`${name}.example`, name, 0, '192.0.2.1')
  for (const name of ['a', 'b', 'c', 'k', 'l']) await finish(name)
  expect(running()).toEqual(['d', 'm'])
  await finish('d')
  await finish('m')
  await expect.poll(running).toEqual(['e', 'n'])
  slow.clear()
  for (const name of ['g', 'h']) void request(`${name}.substack.com`, name)
  await expect.poll(running).toEqual(['e', 'n', 'f', 'g', 'h'])
})
