import { allSettled, createWatch, fork } from 'effector'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import type { InstalledPlugin } from '../../../contract/plugins.ts'
import { memoryLocal } from '../../../local/memory-local.ts'
import { errorNotified } from '../../../model/app/index.ts'
import { $listedPlugins, pluginFollowingToggled } from '../../../model/plugins/index.ts'
import { $services, type Services } from '../../../model/services.ts'
import { $pluginSources, isOnThisMachine } from '../../run/catalogue.ts'
import { pluginHostStarted } from '../../run/plugins.ts'
import { $followed, followingChanged } from './follow-changes.ts'
import { $updates } from './updates.ts'
import '../installed.ts'

beforeAll(() => void i18next.init({ lng: 'en', resources: {} }))

const manifest = {
  id: 'guest',
  version: '1.0.0',
  api: '1.3',
  enabledBy: 'on',
  settings: { on: { type: 'boolean', default: false } },
  permissions: ['entries:read'],
} as const

/** A reader with a plugin that was installed from this address, where another one may be served. */
async function readerAt(address: string, { granted, ...more }: Partial<InstalledPlugin> = {}) {
  let served: { hash: string; permissions: readonly string[] } | Error = {
    hash: 'a',
    permissions: ['entries:read'],
  }
  let installed = {
    manifest,
    hash: 'a',
    size: 1,
    address,
    granted: granted ?? ['entries:read'],
    installedAt: 0,
    catalogue: null,
    previousVersion: null,
    ...more,
  } as unknown as InstalledPlugin
  const installs: unknown[] = []
  let looks = 0
  const api = {
    plugins: {
      installed: async () => ({ code: 0, data: [installed] }),
      settings: async () => ({ code: 0, data: { values: { on: false }, secretsSet: [] } }),
      bundle: async () => ({ code: 0, data: { bundle: '{}', hash: installed.hash } }),
      preview: async () => {
        looks += 1
        if (served instanceof Error) throw served
        const { hash, permissions } = served
        return { code: 0, data: { manifest: { ...manifest, permissions }, hash, size: 1, code: hash } }
      },
      install: async (input: { hash: string }) => {
        installs.push(input)
        installed = { ...installed, hash: input.hash }
        return { code: 0, data: installed }
      },
    },
  }
  let later: (() => void) | undefined
  const clock = {
    now: () => 0,
    after: (_: number, run: () => void) => ((later = run), () => (later = undefined)),
  }
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  const scope = fork({
    values: [
      [$services, { api, local: memoryLocal(), storage, clock } as unknown as Services],
      [$pluginSources, []],
    ],
  })
  const errors: string[] = []
  createWatch({ unit: errorNotified, scope, fn: ({ key }) => void errors.push(key) })
  await allSettled(pluginHostStarted, { scope })
  return {
    installs,
    errors,
    scope,
    looks: () => looks,
    serve: (next: typeof served) => (served = next),
    follow: (on: boolean) => allSettled(followingChanged, { scope, params: { plugin: 'guest', on } }),
    /** A second passes. @returns whether the reader waited for it */
    async second() {
      const run = later
      later = undefined
      run?.()
      await allSettled(scope)
      return run !== undefined
    },
    hash: () => scope.getState($pluginSources).find(({ id }) => id === 'guest')?.installed?.hash,
  }
}

const HERE = 'http://127.0.0.1:4320/guest.json'

test('what its author serves on this machine replaces the running plugin within a second, with the same permissions', async () => {
  const { follow, second, serve, installs, hash, looks } = await readerAt(HERE)
  await follow(true)
  await second()
  expect([looks(), installs]).toEqual([1, []])
  serve({ hash: 'b', permissions: ['entries:read'] })
  await second()
  expect(installs).toEqual([{ address: HERE, hash: 'b', granted: ['entries:read'] }])
  expect(hash()).toBe('b')
  serve({ hash: 'c', permissions: [] })
  await second()
  expect(installs.at(-1)).toEqual({ address: HERE, hash: 'c', granted: [] })
  await follow(false)
  serve({ hash: 'd', permissions: [] })
  await second()
  expect(await second()).toBe(false)
  expect(hash()).toBe('c')
})

test('what was allowed for the address in a setting stays', async () => {
  const permissions = ['net:{place}'] as const
  const granted = ['net:{place}=here.example']
  const of = { manifest: { ...manifest, permissions }, granted } as unknown as Partial<InstalledPlugin>
  const { follow, second, serve, installs } = await readerAt(HERE, of)
  await follow(true)
  serve({ hash: 'b', permissions })
  await second()
  expect(installs).toEqual([{ address: HERE, hash: 'b', granted }])
})

test('the command follows one that is served on this machine, and stops', async () => {
  const { scope, second, looks } = await readerAt(HERE)
  expect(scope.getState($listedPlugins)).toMatchObject([{ id: 'guest', isServedHere: true }])
  await allSettled(pluginFollowingToggled, { scope, params: 'guest' })
  await second()
  expect([looks(), scope.getState($followed)]).toEqual([1, ['guest']])
  await allSettled(pluginFollowingToggled, { scope, params: 'guest' })
  expect(scope.getState($followed)).toEqual([])
})

test('one that wants to do more waits for the user, as any newer version', async () => {
  const { follow, second, serve, installs, scope } = await readerAt(HERE)
  await follow(true)
  serve({ hash: 'b', permissions: ['entries:read', 'entries:change'] })
  await second()
  expect(installs).toEqual([])
  expect(scope.getState($updates)['guest']?.found).toMatchObject({ hash: 'b' })
})

test('while nothing is served it looks again, and what the server refuses ends it in words', async () => {
  const { follow, second, serve, errors, scope } = await readerAt(HERE)
  await follow(true)
  const refusal = (key: string) =>
    Object.assign(new Error(key), { kind: 'refused', key, code: 1, message: key, reason: null, status: 400 })
  serve(refusal('pluginUnreachable'))
  await second()
  expect([await second(), errors, scope.getState($followed)]).toEqual([true, [], ['guest']])
  serve(refusal('pluginUnreadable'))
  await second()
  expect([errors.length, scope.getState($followed)]).toEqual([1, []])
})

test.each([
  ['http://127.0.0.1:4320/guest.json', true],
  ['http://localhost/guest.json', true],
  ['http://[::1]:1/guest.json', true],
  ['https://127.0.0.1.example.org/guest.json', false],
  ['https://plugins.example/guest.json', false],
])('%s is on this machine: %s', async (address, here) => {
  expect(isOnThisMachine(address)).toBe(here)
  const { follow, second, serve, installs } = await readerAt(address)
  await follow(true)
  serve({ hash: 'b', permissions: [] })
  await second()
  expect(installs).toHaveLength(here ? 1 : 0)
})
