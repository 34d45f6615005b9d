import { allSettled, fork } from 'effector'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { memoryLocal } from '../local/memory-local.ts'
import { registry } from '../model/app/index.ts'
import { $services, type Services } from '../model/services.ts'
import { $integration } from '../model/settings/index.ts'
import { defineClient } from '../plugin-api/client.ts'
import { definePlugin, z } from '../plugin-api/manifest.ts'
import { $pluginSources, type PluginSource } from './catalogue.ts'
import { $running, pluginFilesChanged, pluginHostStarted } from './plugins.ts'
import { $storedPlugins } from './stored-plugins.ts'

beforeAll(() => void i18next.init({ lng: 'en', resources: {} }))

const manifest = definePlugin({
  id: 'guest',
  version: '1.0.0',
  api: '1.3',
  enabledBy: 'on',
  settings: z.object({ on: z.boolean().default(false), name: z.string().default('') }),
  secrets: [],
  permissions: [],
})
/** @param verb of its only command; null: it throws while it starts */
const guest = (verb: string | null): PluginSource => ({
  id: 'guest',
  manifest: async () => manifest,
  client: async () =>
    defineClient(({ command }) => {
      if (verb === null) throw new Error('a mistake')
      command({ id: `guest:${verb}`, title: verb, run: () => undefined })
    }),
  translations: {},
})

async function readerWith(source: PluginSource) {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  const services = { api: {}, local: memoryLocal(), storage, clock: { now: () => 0 } } as unknown as Services
  const scope = fork({
    values: [
      [$services, services],
      [$pluginSources, [source]],
      [$integration, { plugins: { guest: { on: true, values: { on: true, name: 'Ada' } } } }],
    ],
  })
  await allSettled(pluginHostStarted, { scope })
  const change = (changed: PluginSource) => allSettled(pluginFilesChanged, { scope, params: changed })
  const commands = () =>
    [...scope.getState(registry.$commands).keys()].filter((id) => id.startsWith('guest:'))
  return { scope, change, commands }
}

test('a plugin whose files change runs with the new code alone, and its settings are kept', async () => {
  const { scope, change, commands } = await readerWith(guest('before'))
  expect(commands()).toEqual(['guest:before'])
  await change(guest('after'))
  expect(commands()).toEqual(['guest:after'])
  expect(scope.getState($storedPlugins)['guest']?.values).toEqual({ on: true, name: 'Ada' })
})

test('a plugin that failed starts again when its mistake is corrected', async () => {
  const { scope, change, commands } = await readerWith(guest('before'))
  await change(guest(null))
  expect(scope.getState($running).size).toBe(0)
  await change(guest('corrected'))
  expect(commands()).toEqual(['guest:corrected'])
})
