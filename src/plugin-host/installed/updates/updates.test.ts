import { allSettled, createWatch, fork } from 'effector'
import { expect, test } from 'vitest'
import type { InstalledPlugin } from '../../../contract/plugins.ts'
import { errorNotified, infoNotified } from '../../../model/app/index.ts'
import { $services, type Services } from '../../../model/services.ts'
import { $pluginSources } from '../../run/catalogue.ts'
import { differenceFx } from './update-difference.ts'
import {
  $updates,
  dueAt,
  pluginUpdated,
  updateAccepted,
  updateSearched,
  updatesRequested,
  waitChanged,
} from './updates.ts'

const DAY = 86_400_000
const address = 'https://plugins.example/guest.json'
const installedBundle = JSON.stringify({
  format: 'lectern-plugin-1',
  manifest: {
    id: 'guest',
    version: '1',
    api: '1.3',
    enabledBy: 'on',
    settings: { on: { type: 'boolean', default: false } },
    permissions: [],
  },
  locales: { en: {} },
  client: 'start()\na',
})

/** A browser with a plugin of the hash `a`, at whose address `at` says which plugin and hash there is now. */
function browserWith(at: { id: string; hash: string }) {
  const stored = new Map<string, string>()
  const installs: unknown[] = []
  let now = 0
  const api = {
    plugins: {
      preview: async () => ({
        code: 0,
        data: {
          manifest: {
            id: at.id,
            version: '2',
            permissions: ['entries:read'],
            commands: [{ id: 'guest:go', title: 'go', call: 'go', scope: 'manage' }],
            settings: { endpoint: { type: 'string', default: 'https://b.example/' } },
          },
          hash: at.hash,
          size: 2,
          code: `start()\nhost.fetch('https://a.example/')\n${at.hash}`,
        },
      }),
      bundle: async () => ({ code: 0, data: { bundle: installedBundle, hash: 'a' } }),
      install: async (input: unknown) => {
        installs.push(input)
        return { code: 0 }
      },
    },
  }
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  }
  const services = { api, storage, clock: { now: () => now, after: () => () => {} } }
  const installed = { address, hash: 'a', manifest: { id: 'guest' } } as InstalledPlugin
  const source = { id: 'guest', installed, manifest: async () => ({}), client: null, translations: {} }
  return {
    installs,
    publish: (next: { id: string; hash: string }) => (at = next),
    /** Opens the reader at this time. */
    async open(time: number) {
      now = time
      const scope = fork({
        values: [
          [$services, services as unknown as Services],
          [$pluginSources, [source]],
        ],
      })
      const notifications: string[] = []
      for (const unit of [infoNotified, errorNotified])
        createWatch({ unit, scope, fn: ({ key }) => void notifications.push(key) })
      await allSettled(updatesRequested, { scope })
      const found = () => scope.getState($updates)['guest']?.found
      return {
        scope,
        notifications,
        found,
        search: () => allSettled(updateSearched, { scope, params: 'guest' }),
        due: () => dueAt(scope.getState($updates), 'guest', found()!),
      }
    },
  }
}

test('a newer version waits three days from when it was first seen, over starts and repeated searches', async () => {
  const browser = browserWith({ id: 'guest', hash: 'b' })
  const first = await browser.open(DAY)
  await first.search()
  expect(first.found()).toEqual({
    version: '2',
    hash: 'b',
    size: 2,
    permissions: ['entries:read'],
    commands: [{ id: 'guest:go', scope: 'manage' }],
    defaults: { endpoint: 'https://b.example/' },
    findings: [{ kind: 'hosts', names: ['a.example'], isNew: true }],
    foundAt: DAY,
  })
  const second = await browser.open(2 * DAY)
  await second.search()
  expect(second.due()).toBe(4 * DAY)
  browser.publish({ id: 'guest', hash: 'c' })
  await second.search()
  expect(second.due()).toBe(5 * DAY)
})

test('the days of waiting are the user’s, and remembered', async () => {
  const browser = browserWith({ id: 'guest', hash: 'b' })
  const first = await browser.open(DAY)
  await first.search()
  await allSettled(waitChanged, { scope: first.scope, params: { plugin: 'guest', days: 30 } })
  expect((await browser.open(DAY)).due()).toBe(31 * DAY)
})

test('what is installed is the text that was found, with the permissions that the user granted', async () => {
  const browser = browserWith({ id: 'guest', hash: 'b' })
  const { scope, search, found } = await browser.open(0)
  const updated: string[] = []
  createWatch({ unit: pluginUpdated, scope, fn: (id) => void updated.push(id) })
  await search()
  await allSettled(updateAccepted, { scope, params: { plugin: 'guest', granted: ['entries:read'] } })
  expect(browser.installs).toEqual([{ address, hash: 'b', granted: ['entries:read'] }])
  expect(updated).toEqual(['guest'])
  expect(found()).toBeUndefined()
})

test.each([
  ['the same text', { id: 'guest', hash: 'a' }, 'app:plugin.update.newest'],
  ['another plugin', { id: 'other', hash: 'b' }, 'app:plugin.update.other'],
])('%s at the address is no newer version, and is named', async (_, at, notification) => {
  const { search, found, notifications } = await browserWith(at).open(0)
  await search()
  expect(found()).toBeUndefined()
  expect(notifications).toEqual([notification])
})

test('how the code of what is at the address differs is shown by lines, with its hash', async () => {
  const { scope, search } = await browserWith({ id: 'guest', hash: 'b' }).open(0)
  await search()
  const { value: difference } = await allSettled(differenceFx, { scope, params: 'guest' })
  expect(difference).toEqual({
    from: 'a',
    to: 'b',
    rows: [
      { kind: 'same', text: 'start()' },
      { kind: 'removed', text: 'a' },
      { kind: 'added', text: `host.fetch('https://a.example/')` },
      { kind: 'added', text: 'b' },
    ],
  })
})

test('one that a catalogue listed is looked for there, after the catalogue was fetched again with its key', async () => {
  const calls: unknown[] = []
  const record = (name: string, data: unknown) => async (input: unknown) => {
    calls.push([name, input])
    return { code: 0, data }
  }
  const manifest = { id: 'guest', version: '2', permissions: [], settings: {} }
  const catalogues = [
    { address: 'https://other.example/', key: 'o' },
    { address: 'https://books.example/', key: 'k' },
  ]
  const plugins = {
    catalogues: async () => ({ code: 0, data: catalogues }),
    addCatalogue: record('addCatalogue', {}),
    preview: record('preview', { manifest, hash: 'b', size: 2, code: '' }),
    bundle: async () => ({ code: 0, data: { bundle: installedBundle, hash: 'a' } }),
    install: record('install', {}),
  }
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  const services = { api: { plugins }, storage, clock: { now: () => 0, after: () => () => {} } }
  const installed = { address, catalogue: 'k', hash: 'a', manifest: { id: 'guest' } } as InstalledPlugin
  const source = { id: 'guest', installed, manifest: async () => ({}), client: null, translations: {} }
  const scope = fork({
    values: [
      [$services, services as unknown as Services],
      [$pluginSources, [source]],
    ],
  })
  await allSettled(updateSearched, { scope, params: 'guest' })
  await allSettled(updateAccepted, { scope, params: { plugin: 'guest', granted: [] } })
  const listed = { catalogue: 'k', plugin: 'guest' }
  expect(calls).toEqual([
    ['addCatalogue', { address: 'https://books.example/', key: 'k' }],
    ['preview', { listed }],
    ['install', { listed, hash: 'b', granted: [] }],
  ])
})
