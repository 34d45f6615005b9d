import { expect, test } from 'vitest'
import type { LocalNotice } from './calls.ts'
import { createWorkerClient, type WorkerPort } from './worker-client.ts'
import type { WorkerRequest, WorkerResponse } from './worker/messages.ts'

/** A worker whose responses the test sends. */
function fakeWorker() {
  const target = new EventTarget()
  const requests: WorkerRequest[] = []
  const port: WorkerPort = {
    postMessage: (message) => requests.push(message),
    addEventListener: (type, received) => target.addEventListener(type, received),
    terminate: () => undefined,
  }
  const emit = (response: WorkerResponse): boolean =>
    target.dispatchEvent(Object.assign(new Event('message'), { data: response }))
  const fail = (message: string): boolean =>
    target.dispatchEvent(Object.assign(new Event('error'), { message }))
  return { port, requests, emit, fail }
}

test('answers find their calls in whatever order they come', async () => {
  const { port, requests, emit } = fakeWorker()
  const local = createWorkerClient(port)
  const [one, two] = [local.call('meta.get', 'one'), local.call('meta.get', 'two')]
  emit({ id: requests[1]?.id ?? -1, answer: 2 })
  emit({ id: requests[0]?.id ?? -1, answer: 1 })
  expect(await Promise.all([one, two])).toEqual([1, 2])
})

test('a late listener still receives that nothing is persisted, but not past changes', () => {
  const { port, emit } = fakeWorker()
  const local = createWorkerClient(port)
  emit({ notice: { is: 'memory', reason: 'private window' } })
  emit({ notice: { is: 'changed', nouns: ['entries'] } })
  const received: LocalNotice[] = []
  const stop = local.listen((notice) => received.push(notice))
  expect(received).toEqual([{ is: 'memory', reason: 'private window' }])
  stop()
  emit({ notice: { is: 'changed', nouns: ['entries'] } })
  expect(received).toHaveLength(1)
})

test('a worker that cannot start fails every call with a message instead of leaving it pending', async () => {
  const { port, fail } = fakeWorker()
  const local = createWorkerClient(port)
  const pending = local.call('user.get')
  fail('no such script')
  await expect(pending).rejects.toEqual({ kind: 'local', message: 'no such script', full: false })
  await expect(local.call('user.get')).rejects.toMatchObject({ message: 'no such script' })
})

test('a worker that fails without a message has a reason that the page translates', async () => {
  const { port, fail } = fakeWorker()
  const local = createWorkerClient(port)
  const notices: LocalNotice[] = []
  local.listen((notice) => notices.push(notice))
  fail('')
  expect(notices).toEqual([{ is: 'memory', reason: 'notStarted' }])
  await expect(local.call('user.get')).rejects.toMatchObject({
    message: 'The database could not be started',
  })
})
