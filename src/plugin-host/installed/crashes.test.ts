import { allSettled, createWatch, fork } from 'effector'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import type { InstalledPlugin } from '../../contract/plugins.ts'
import { memoryLocal } from '../../local/memory-local.ts'
import { errorNotified, registry } from '../../model/app/index.ts'
import { $services, type Services } from '../../model/services.ts'
import { $integration } from '../../model/settings/index.ts'
import { defineClient } from '../../plugin-api/client.ts'
import { z } from '../../plugin-api/manifest.ts'
import { $pluginSources, type PluginSource } from '../run/catalogue.ts'
import { crashesCleared } from './crashes.ts'
import { $ledger } from './ledger.ts'
import { $running, pluginHostStarted } from '../run/plugins.ts'
import { testManifest } from '../testing.ts'

beforeAll(() => void i18next.init({ lng: 'en', resources: {} }))

const HOUR = 3_600_000
const guest: PluginSource = {
  id: 'guest',
  manifest: async () => testManifest('guest'),
  client: async () =>
    defineClient(({ command, call }) => {
      command({
        id: 'guest:ask',
        title: 'ask',
        run: async () => void (await call({ name: 'ask', input: z.object({}), output: z.string() })({})),
      })
      command({
        id: 'guest:break',
        title: 'break',
        run: () => {
          throw new TypeError('broken')
        },
      })
    }),
  translations: {},
}

/** A browser with one enabled plugin. @param installed from elsewhere, else built in */
function browserWith(installed: boolean) {
  const stored = new Map<string, string>()
  let now = 0
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  }
  const clock = { now: () => now, after: () => () => {} }
  const platform = { selectedText: () => '' }
  const newId = () => 'id'
  const half = { crashes: true }
  const contacted = { 'a.example': 2 }
  const api = {
    plugins: {
      settings: async () => ({ code: 0, data: { values: {}, secretsSet: [] } }),
      call: async () => ({
        code: 0,
        data: half.crashes
          ? { ok: false, words: { key: 'plugin.tooSlow' }, crashed: true, contacted }
          : { ok: false, words: { key: 'no' }, contacted },
      }),
    },
  }
  const services = { api, local: memoryLocal(), storage, clock, platform, newId }
  const source = installed ? { ...guest, installed: {} as InstalledPlugin } : guest
  return {
    /** What its server half does. */
    half,
    /** Opens the reader at this time. */
    async open(at: number) {
      now = at
      const scope = fork({
        values: [
          [$services, services as unknown as Services],
          [$pluginSources, [source]],
          [$integration, { plugins: { guest: { on: true, values: { on: true } } } }],
        ],
      })
      const errors: string[] = []
      createWatch({ unit: errorNotified, scope, fn: ({ key }) => void errors.push(key) })
      await allSettled(pluginHostStarted, { scope })
      return {
        errors,
        runs: () => scope.getState($running).has('guest'),
        ask: () =>
          allSettled(registry.commandInvoked, { scope, params: { id: 'guest:ask', source: 'test' } }),
        ledger: () => scope.getState($ledger).map(({ kind, what, count }) => [kind, what, count]),
        crash: () =>
          allSettled(registry.commandInvoked, { scope, params: { id: 'guest:break', source: 'test' } }),
        switchOn: () => allSettled(crashesCleared, { scope, params: 'guest' }),
      }
    },
  }
}

test('a plugin that crashes three times within a day is off at the next start, until the user switches it on', async () => {
  const browser = browserWith(true)
  for (const at of [0, HOUR]) {
    const { crash, errors } = await browser.open(at)
    await crash()
    expect(errors).toEqual(['app:plugin.broke'])
  }
  const third = await browser.open(23 * HOUR)
  await third.crash()
  expect(third.errors).toEqual(['app:plugin.crashed.message'])
  const later = await browser.open(100 * HOUR)
  expect(later.runs()).toBe(false)
  await later.switchOn()
  expect(later.runs()).toBe(true)
  expect((await browser.open(101 * HOUR)).runs()).toBe(true)
})

test('three crashes in more than a day do not switch a plugin off', async () => {
  const browser = browserWith(true)
  for (const at of [0, 12 * HOUR, 24 * HOUR]) {
    const { crash, errors } = await browser.open(at)
    await crash()
    expect(errors).toEqual(['app:plugin.broke'])
  }
  expect((await browser.open(25 * HOUR)).runs()).toBe(true)
})

test('a built-in plugin that crashes starts again with the reader', async () => {
  const browser = browserWith(false)
  for (const at of [0, 1, 2]) {
    const { crash, errors } = await browser.open(at)
    await crash()
    expect(errors).toEqual(['app:plugin.broke'])
  }
  expect((await browser.open(3)).runs()).toBe(true)
})

test('three crashes of its server half within a day switch a plugin off, a refusal does not, and its requests are listed', async () => {
  const browser = browserWith(true)
  const { ask, runs, errors, ledger } = await browser.open(0)
  await ask()
  await ask()
  browser.half.crashes = false
  await ask()
  await ask()
  expect(runs()).toBe(true)
  expect(errors).toEqual(['app:plugin.tooSlow', 'app:plugin.tooSlow', 'guest:no', 'guest:no'])
  expect(ledger()).toEqual([['contacted', 'a.example', 8]])
  browser.half.crashes = true
  await ask()
  expect(runs()).toBe(false)
  expect(errors).toContain('app:plugin.crashed.message')
  expect((await browser.open(100 * HOUR)).runs()).toBe(false)
})
