import { allSettled, createWatch, fork } from 'effector'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import type { InstalledPlugin } from '../contract/plugins.ts'
import { memoryLocal } from '../local/testing.ts'
import { errorNotified, registry } from '../model/app/index.ts'
import { $services, type Services } from '../model/services.ts'
import { $integration } from '../model/settings/index.ts'
import { defineClient } from '../plugin-api/client.ts'
import { $pluginSources, type PluginSource } from './catalogue.ts'
import { crashesCleared } from './crashes.ts'
import { $running, pluginHostStarted } from './plugins.ts'
import { testManifest } from './testing.ts'

beforeAll(() => void i18next.init({ lng: 'en', resources: {} }))

const HOUR = 3_600_000
const guest: PluginSource = {
  id: 'guest',
  manifest: async () => testManifest('guest'),
  client: async () =>
    defineClient(({ command }) =>
      command({
        id: 'guest:break',
        title: 'break',
        run: () => {
          throw new TypeError('broken')
        },
      }),
    ),
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
  const api = { plugins: { settings: async () => ({ code: 0, data: { values: {}, secretsSet: [] } }) } }
  const services = { api, local: memoryLocal(), storage, clock, platform, newId }
  const source = installed ? { ...guest, installed: {} as InstalledPlugin } : guest
  return {
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
