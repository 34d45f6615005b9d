import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import { createTable } from '../core/index.ts'
import { defineMutation, registerTable } from '../model/outbox/index.ts'
import { createReader, startReader } from '../model/testing.ts'
import { memoryLocal } from '../local/memory-local.ts'
import type { Feature } from './feature.ts'
import { $features, $screens, $settingsPages, featuresRegistered, featuresUnregistered } from './registry.ts'
import { appStarted } from '../model/app/index.ts'

declare module '../model/outbox/tables.ts' {
  interface TableRows {
    pins: string
  }
}

const page = async () => ({ default: () => null })

test('settings pages come in their order, from whichever feature, and go with their feature', async () => {
  const { scope } = createReader()
  const built: Feature = {
    id: 'built-in',
    settingsPages: [{ path: 'last', icon: 'info', order: 90, load: page }],
  }
  const plugin: Feature = {
    id: 'plugin',
    settingsPages: [{ path: 'first', icon: 'plugin', order: 10, load: page }],
  }
  const paths = () => scope.getState($settingsPages).map(({ path }) => path)
  await allSettled(featuresRegistered, { scope, params: [built, plugin] })
  expect(paths()).toEqual(['first', 'last'])
  const pages = scope.getState($settingsPages)
  const other: Feature = { id: 'without-pages' }
  await allSettled(featuresRegistered, { scope, params: [other] })
  expect(scope.getState($settingsPages)).toBe(pages)
  await allSettled(featuresUnregistered, { scope, params: [other] })
  await allSettled(featuresUnregistered, { scope, params: [plugin] })
  expect(paths()).toEqual(['last'])
  expect(scope.getState($features)).toEqual([built])
})

test('a mutation that waits in the outbox loads the stores of its feature and is sent', async () => {
  const sent: unknown[] = []
  const loadStores = async () => {
    registerTable('pins', createTable<string>())
    defineMutation<{ id: string }, void>({
      name: 'pins.add',
      resource: 'pins',
      updates: ({ id }) => ({ pins: () => ({ [id]: 'pinned' }) }),
      send: async (_, args) => void sent.push(args),
    })
  }
  const local = memoryLocal()
  const row = { id: 'm1', noun: 'pins', name: 'pins.add', args: { id: '7' }, effect: null, at: 1 }
  const before = await startReader({ local })
  await local.call('outbox.begin', row)
  before.leave()

  const reader = createReader({ local })
  const { scope } = reader
  await allSettled(featuresRegistered, { scope, params: [{ id: 'pins', tables: ['pins'], loadStores }] })
  await allSettled(appStarted, { scope })
  await reader.later(2000)
  expect(sent).toEqual([{ id: '7' }])
  expect(await local.call('outbox.all')).toEqual([])
})

test('the parts of a feature stay the same objects when another feature comes, so that an open page is not made anew', async () => {
  const { scope } = createReader()
  const screens = (path: string) => [{ path, titleKey: 'app:title', load: page }]
  await allSettled(featuresRegistered, { scope, params: [{ id: 'built-in', screens: screens('/open') }] })
  const [open] = scope.getState($screens)
  await allSettled(featuresRegistered, { scope, params: [{ id: 'plugin', screens: screens('/later') }] })
  expect(scope.getState($screens)).toHaveLength(2)
  expect(scope.getState($screens)[0]).toBe(open)
})
