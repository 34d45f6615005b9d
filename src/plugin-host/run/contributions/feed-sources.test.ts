import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { $feedSources } from '../../../features/registry.ts'
import { errorNotified } from '../../../model/app/index.ts'
import { $providedDiscoverTabs } from '../../../model/discover/tabs.ts'
import { PluginRefusal, type ClientHost } from '../../../plugin-api/client.ts'
import { z, type Permission } from '../../../plugin-api/manifest.ts'
import { done } from '../../../plugin-api/wire.ts'
import { $running } from '../plugins.ts'
import { readerWithPlugin, testManifest } from '../../testing.ts'

beforeAll(() => i18next.init({ lng: 'en', resources: {} }))

/** A reader with a plugin that is switched on, and what the server was sent. */
async function running(start: (host: ClientHost) => void, permissions: readonly Permission[] = []) {
  const sent: unknown[] = []
  const api = {
    added: {
      send: async (...call: unknown[]) => {
        sent.push(call)
        if (call[0] === places.at) return { data: {} }
        throw {
          kind: 'refused',
          key: null,
          code: 13002,
          message: 'In use',
          reason: 'Of another.',
          status: 400,
        }
      },
    },
  }
  return { ...(await readerWithPlugin(testManifest('papers', { permissions }), start, { api })), sent }
}
const load = async () => ({ default: () => null })

test('a source of feeds is a tab of Discover while its plugin runs', async () => {
  const { scope, set } = await running(({ feedSource }) =>
    feedSource({ id: 'shelves', title: 'shelves', schemes: ['papers'], load }),
  )
  expect(scope.getState($feedSources)).toMatchObject([
    {
      id: 'shelves',
      titleKey: 'papers:shelves',
      schemes: ['papers'],
      hasLanguage: false,
      inCategories: false,
    },
  ])
  expect(scope.getState($providedDiscoverTabs)).toEqual([{ value: 'shelves', titleKey: 'papers:shelves' }])
  await set(false)
  expect(scope.getState($feedSources)).toEqual([])
  expect(scope.getState($providedDiscoverTabs)).toEqual([])
})

test('a plugin cannot take the place of a tab of the reader', async () => {
  const errors: unknown[] = []
  const undo = errorNotified.watch((error) => errors.push(error))
  const { scope } = await running(({ feedSource }) => feedSource({ id: 'user', title: 'users', load }))
  undo()
  expect([...scope.getState($running).keys()]).toEqual([])
  expect(errors).toMatchObject([{ key: 'app:plugin.broke', reason: 'The reader has a tab user' }])
})

const places = {
  at: ['GET', '/places', 'read'],
  input: z.object({ kind: z.string().optional() }),
  output: z.object({}),
} as const
const use = { at: ['POST', '/places/use', null], input: z.object({ id: z.string() }), output: done } as const

test('a plugin with the permission sends its own calls, and refusals are words', async () => {
  let host!: ClientHost
  const { sent } = await running((started) => void (host = started), ['wire'])
  expect(await host.wire(places, { kind: 'game' })).toEqual({ data: {} })
  await expect(host.wire(use, { id: '7' }, { idempotencyKey: 'k' })).rejects.toMatchObject({
    text: { key: 'errors:13002', reason: 'Of another.' },
  })
  expect(sent).toEqual([
    [places.at, { kind: 'game' }, undefined],
    [use.at, { id: '7' }, { idempotencyKey: 'k' }],
  ])
})

test('without the permission none of its calls is sent', async () => {
  let host!: ClientHost
  const { sent } = await running((started) => void (host = started))
  for (const call of [host.wire(places, {}), host.wire(use, { id: '7' }), host.wire.withCode(async () => 7)])
    await expect(call).rejects.toEqual(new PluginRefusal('plugin.forbidden'))
  expect(sent).toEqual([])
})
