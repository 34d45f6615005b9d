import { allSettled, fork } from 'effector'
import { expect, test } from 'vitest'
import type { TypeRequest, TypeResponse } from './messages.ts'
import { openTypes, type TypeWorker } from './type-client.ts'
import { $areTypesMissing, $openTypes, $types, typesReleased, typesRequested } from './types.ts'

/** A worker that has nothing to say of any draft, or that cannot be loaded. */
function fakeWorker(loads: boolean) {
  const requests: TypeRequest[] = []
  const listeners = new Map<string, (event: Event) => void>()
  const state = { isRunning: true }
  const worker: TypeWorker = {
    addEventListener: (type, listener) => void listeners.set(type, listener),
    postMessage: (request) => {
      requests.push(request)
      const data: TypeResponse = { id: request.id, output: [] }
      queueMicrotask(() =>
        loads
          ? listeners.get('message')?.(Object.assign(new Event('message'), { data }))
          : listeners.get('error')?.(new Event('error')),
      )
    },
    terminate: () => void (state.isRunning = false),
  }
  return { worker, requests, state }
}

function workshop(loads = true) {
  const fake = fakeWorker(loads)
  const scope = fork({ values: [[$openTypes, (language: string) => openTypes(language, fake.worker)]] })
  return { ...fake, scope, open: () => allSettled(typesRequested, { scope, params: 'ja' }) }
}

test('the types are loaded while the workshop is open, in the language of the interface', async () => {
  const { scope, open, requests, state } = workshop()
  await open()
  expect(requests).toEqual([{ id: 1, language: 'ja', name: 'problems', input: ['client', ''] }])
  await expect(scope.getState($types)?.call('problems', 'server', 'x')).resolves.toEqual([])
  await allSettled(typesReleased, { scope })
  expect(scope.getState($types)).toBeNull()
  expect(state.isRunning).toBe(false)
  expect(scope.getState($areTypesMissing)).toBe(false)
})

test('without a connection the workshop says that they are missing, until it is opened again', async () => {
  const { scope, open, state } = workshop(false)
  await open()
  expect(scope.getState($types)).toBeNull()
  expect(scope.getState($areTypesMissing)).toBe(true)
  expect(state.isRunning).toBe(false)
  const { worker } = fakeWorker(true)
  const opened = fork({
    values: [
      [$openTypes, (language: string) => openTypes(language, worker)],
      [$areTypesMissing, true],
    ],
  })
  await allSettled(typesRequested, { scope: opened, params: 'en' })
  expect(opened.getState($areTypesMissing)).toBe(false)
})

test('a workshop that is left while they load is not told that they are missing', async () => {
  const { scope, open } = workshop()
  const opening = open()
  await Promise.all([opening, allSettled(typesReleased, { scope })])
  expect(scope.getState($areTypesMissing)).toBe(false)
  expect(scope.getState($types)).toBeNull()
})

test('a call that fails is refused, and the next one is not', async () => {
  const listeners = new Map<string, (event: Event) => void>()
  const types = openTypes('en', {
    addEventListener: (type, listener) => void listeners.set(type, listener),
    postMessage: () => {},
    terminate: () => {},
  })
  const answer = (data: TypeResponse) =>
    listeners.get('message')?.(Object.assign(new Event('message'), { data }))
  const [first, second] = [types.call('problems', 'client', ''), types.call('problems', 'client', '')]
  answer({ id: 2, output: [] })
  answer({ id: 1, failure: 'Debug Failure' })
  await expect(first).rejects.toThrow('Debug Failure')
  await expect(second).resolves.toEqual([])
  types.close()
  await expect(types.call('problems', 'client', '')).rejects.toThrow('closed')
})
