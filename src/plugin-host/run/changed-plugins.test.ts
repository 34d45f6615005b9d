import { allSettled, createWatch, fork } from 'effector'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { memoryLocal } from '../../local/memory-local.ts'
import { errorNotified, notificationsDismissed, registry } from '../../model/app/index.ts'
import { $listedPlugins, $startingPlugins, pluginStartedAgain } from '../../model/plugins/index.ts'
import { $services, type Services } from '../../model/services.ts'
import { $integration } from '../../model/settings/index.ts'
import { defineClient } from '../../plugin-api/client.ts'
import { definePlugin, z } from '../../plugin-api/manifest.ts'
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

test('a plugin that failed starts again when its mistake is corrected, and its error goes', async () => {
  const { scope, change, commands } = await readerWith(guest('before'))
  const errors: (string | undefined)[] = []
  const dismissed: string[] = []
  createWatch({ unit: errorNotified, scope, fn: ({ id }) => errors.push(id) })
  await change(guest(null))
  expect(scope.getState($running).size).toBe(0)
  expect(scope.getState($listedPlugins)).toMatchObject([
    { id: 'guest', isRunning: false, failure: 'a mistake' },
  ])
  createWatch({ unit: notificationsDismissed, scope, fn: (ids) => dismissed.push(...ids) })
  await change(guest('corrected'))
  expect(commands()).toEqual(['guest:corrected'])
  expect(scope.getState($listedPlugins)).toMatchObject([{ id: 'guest', isRunning: true, failure: undefined }])
  expect(errors).toHaveLength(1)
  expect(dismissed).toEqual(errors)
})

test('a plugin that failed starts again when the user starts it', async () => {
  let failing = true
  const flaky = { ...guest('go'), client: () => guest(failing ? null : 'go').client!(() => {}) }
  const { scope, commands } = await readerWith(flaky)
  expect(commands()).toEqual([])
  failing = false
  await allSettled(pluginStartedAgain, { scope, params: 'guest' })
  expect(commands()).toEqual(['guest:go'])
  expect(scope.getState($startingPlugins)).toEqual([])
})
