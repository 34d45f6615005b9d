import { expect, test, vi } from 'vitest'
import { createReporter, MAX_WAITING, type Sender } from './reporter.ts'

function setup() {
  const sent: number[] = []
  const stop = vi.fn<() => void>()
  const loaded = Promise.withResolvers<Sender<number>>()
  const load = vi.fn<() => Promise<Sender<number>>>(() => loaded.promise)
  const failed = vi.fn<(error: unknown) => void>()
  const arrive = () => loaded.resolve({ send: (report) => sent.push(report), stop })
  return { sent, stop, load, failed, arrive, loaded, reporter: createReporter(load, failed) }
}

test('nothing is loaded or remembered before it is wanted', async () => {
  const { reporter, load, arrive, sent } = setup()
  reporter.send(1)
  await reporter.want(false)
  expect(load).not.toHaveBeenCalled()
  arrive()
  await reporter.want(true)
  expect(sent).toEqual([])
})

test('reports wait until the sender has loaded, a thousand of them', async () => {
  const { reporter, arrive, sent } = setup()
  const begun = reporter.want(true)
  for (let n = 0; n < MAX_WAITING + 5; n++) reporter.send(n)
  arrive()
  await begun
  expect(sent).toHaveLength(1000)
  expect(sent.at(-1)).toBe(999)
  reporter.send(7)
  expect(sent.at(-1)).toBe(7)
})

test('what is taken back while it loads sends nothing', async () => {
  const { reporter, arrive, sent, stop } = setup()
  const begun = reporter.want(true)
  reporter.send(1)
  await reporter.want(false)
  arrive()
  await begun
  expect(sent).toEqual([])
  expect(stop).toHaveBeenCalledOnce()
})

test('what is taken back stops, and can be allowed again', async () => {
  const { reporter, arrive, sent, stop, load } = setup()
  arrive()
  await reporter.want(true)
  await reporter.want(false)
  reporter.send(1)
  expect(stop).toHaveBeenCalledOnce()
  await reporter.want(true)
  reporter.send(2)
  expect(sent).toEqual([2])
  expect(load).toHaveBeenCalledTimes(2)
})

test('a sender that cannot be loaded is named, and tried again when it is wanted next', async () => {
  const { reporter, loaded, failed, load } = setup()
  loaded.reject(new Error('no chunk'))
  await reporter.want(true)
  expect(failed).toHaveBeenCalledWith(new Error('no chunk'))
  await reporter.want(true)
  expect(load).toHaveBeenCalledTimes(2)
})
