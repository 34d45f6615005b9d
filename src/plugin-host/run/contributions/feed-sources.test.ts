import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { $feedSources } from '../../../features/registry.ts'
import { errorNotified } from '../../../model/app/index.ts'
import { $providedDiscoverTabs } from '../../../model/discover/tabs.ts'
import { PluginRefusal, type ClientHost } from '../../../plugin-api/client.ts'
import type { Permission } from '../../../plugin-api/manifest.ts'
import { $running } from '../plugins.ts'
import { readerWithPlugin, testManifest } from '../../testing.ts'

beforeAll(() => i18next.init({ lng: 'en', resources: {} }))

/** A reader with a plugin that is switched on, and what the server was sent. */
async function running(start: (host: ClientHost) => void, permissions: readonly Permission[] = []) {
  const sent: unknown[] = []
  const api = {
    discover: {
      rsshub: async (input: object) => {
        sent.push(input)
        return {}
      },
    },
    rsshub: {
      use: async (...call: unknown[]) => {
        sent.push(call)
        throw {
          kind: 'refused',
          key: 'rsshubInUse',
          code: 13002,
          message: 'In use',
          reason: null,
          status: 400,
        }
      },
    },
    status: { configs: async () => ({ code: 0, data: { RSSHUB_ENABLED: false } }) },
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

test('a plugin with the permission uses RSSHub, and refusals are words', async () => {
  let host!: ClientHost
  const { sent } = await running((started) => void (host = started), ['rsshub'])
  expect(await host.rsshub.routes({ categories: 'game' })).toEqual({})
  expect(await host.rsshub.hasOwn()).toBe(false)
  await expect(host.rsshub.instances.use({ id: '7' }, { idempotencyKey: 'k' })).rejects.toMatchObject({
    text: { key: 'errors:13002' },
  })
  expect(sent).toEqual([{ categories: 'game' }, [{ id: '7' }, { idempotencyKey: 'k' }]])
})

test('without the permission nothing of RSSHub answers', async () => {
  let host!: ClientHost
  const { sent } = await running((started) => void (host = started))
  const { instances, routes, followers, hasOwn } = host.rsshub
  for (const call of [
    routes({}),
    followers(),
    hasOwn(),
    instances.list({}),
    instances.get({ id: '7' }),
    instances.status({}),
    instances.add({ baseUrl: 'https://hub.example' }),
    instances.use({ id: '7' }),
    instances.delete({ id: '7' }),
  ])
    await expect(call).rejects.toEqual(new PluginRefusal('plugin.forbidden'))
  expect(sent).toEqual([])
})
