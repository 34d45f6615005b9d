import { allSettled, fork } from 'effector'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { $isEveryFeatureRegistered } from '../features/registry.ts'
import { memoryLocal } from '../local/testing.ts'
import { $services, type Services } from '../model/services.ts'
import { sessionChanged, type Session } from '../model/session/index.ts'
import { startPlugins } from './load-host.ts'
import { pluginsOnByDefault } from './on-by-default.ts'
import { $running } from './running-plugins.ts'

beforeAll(() => i18next.init({ lng: 'en', resources: {} }))

/** A reader whose host may start. */
function reader() {
  const services = {
    local: memoryLocal(),
    clock: { now: () => 0, after: () => () => {} },
    platform: { selectedText: () => '', build: () => '' },
    storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    api: { plugins: { installed: async () => ({ code: 0, data: [] }) } },
  } as unknown as Services
  const scope = fork({ values: [[$services, services]] })
  return {
    isComplete: () => scope.getState($isEveryFeatureRegistered),
    running: () => [...scope.getState($running).keys()].toSorted(),
    start: () => startPlugins(scope),
    become: (session: Session) => allSettled(sessionChanged, { scope, params: session }),
  }
}
const user = { id: '1', name: 'Ada', email: 'ada@example.org' } as NonNullable<Session['user']>

test('the plugins that are on by default start for a user who is signed in', async () => {
  const { become, start, running, isComplete } = reader()
  await become({ status: 'loading', user })
  start()
  await expect.poll(running).toEqual(pluginsOnByDefault.toSorted())
  await expect.poll(isComplete).toBe(true)
})

test('they wait for a visitor to sign in', async () => {
  const { become, start, running, isComplete } = reader()
  start()
  expect(isComplete()).toBe(false)
  await become({ status: 'unauthenticated', user: null })
  expect(isComplete()).toBe(true)
  expect(running()).toEqual([])
  await become({ status: 'authenticated', user })
  await expect.poll(running).toEqual(pluginsOnByDefault.toSorted())
})
