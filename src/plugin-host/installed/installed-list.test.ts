import { beforeEach, expect, test, vi } from 'vitest'
import type { InstalledPlugin } from '../../contract/plugins.ts'
import { memoryLocal } from '../../local/memory-local.ts'
import type { Services } from '../../model/services.ts'
import { installedList, LIST_KEY } from './installed-list.ts'
import { installedSource } from './installed-source.ts'

// As on https, where the browser has a digest.
beforeEach(() => void vi.stubGlobal('isSecureContext', true))

const manifest: InstalledPlugin['manifest'] = {
  id: 'guest',
  version: '1.0.0',
  api: '1.3',
  enabledBy: 'on',
  settings: { on: { type: 'boolean', default: false } },
  permissions: [],
}
const bundle = JSON.stringify({
  format: 'lectern-plugin-1',
  manifest,
  locales: { en: { name: 'Guest' }, ja: { name: 'ゲスト' } },
  client: '',
})
const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(bundle)))
const guest: InstalledPlugin = {
  manifest,
  hash: [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  size: bundle.length,
  address: null,
  granted: [],
  installedAt: 0,
  catalogue: null,
  previousVersion: null,
}

/** A browser, and the server that it reaches while `state.reachable`. */
function browser() {
  const state = { reachable: true, list: [guest], bundle, asked: 0 }
  const answer = <T>(data: () => T) => {
    if (!state.reachable) throw Object.assign(new Error('no connection'), { kind: 'unreachable' })
    return { code: 0, data: data() }
  }
  const stored = new Map<string, string>()
  const services = {
    api: {
      plugins: {
        installed: async () => answer(() => state.list),
        bundle: async () => answer(() => ((state.asked += 1), { bundle: state.bundle, hash: guest.hash })),
      },
    },
    storage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    local: memoryLocal(),
  } as unknown as Services
  const nameIn = async (language: string) =>
    (await installedSource(services, guest).translations[language]?.())?.['name']
  return { state, services, stored, nameIn }
}

test('without a connection the plugins of the last visit are listed, and load from this browser', async () => {
  const { state, services, nameIn } = browser()
  await installedList(services)
  expect(await nameIn('ja')).toBe('ゲスト')
  state.reachable = false
  expect(await installedList(services)).toEqual([guest])
  expect(await nameIn('ja')).toBe('ゲスト')
  expect(await nameIn('zh-TW')).toBe('Guest')
})

test('a stored copy costs no request', async () => {
  const { state, nameIn } = browser()
  await nameIn('en')
  await nameIn('en')
  expect(state.asked).toBe(1)
})

test('a stored copy that was altered is fetched again, and does not run without a connection', async () => {
  const { state, services, nameIn } = browser()
  const altered = { text: bundle.replace('"client":""', '"client":"steal()"'), hash: guest.hash }
  await services.local.call('pluginBundle.put', { plugin: 'guest', stored: altered })
  state.reachable = false
  await expect(nameIn('en')).rejects.toThrow('no connection')
  state.reachable = true
  expect(await nameIn('en')).toBe('Guest')
  expect(await services.local.call('pluginBundle.get', 'guest')).toEqual({ text: bundle, hash: guest.hash })
})

test('a text that is not the installed one is refused, and the next attempt asks again', async () => {
  const { state, services } = browser()
  const source = installedSource(services, guest)
  state.bundle = bundle.replace('Guest', 'Ghost')
  await expect(source.translations['en']?.()).rejects.toThrow('The bundle of guest was changed')
  state.bundle = bundle
  expect(await source.translations['en']?.()).toEqual({ name: 'Guest' })
})

test('a plugin that was removed elsewhere leaves nothing in this browser', async () => {
  const { state, services, nameIn, stored } = browser()
  await installedList(services)
  await nameIn('en')
  await services.local.call('meta.set', { key: 'plugin guest', value: { notes: 1 } })
  state.list = []
  expect(await installedList(services)).toEqual([])
  expect(await services.local.call('pluginBundle.get', 'guest')).toBeNull()
  expect(await services.local.call('meta.get', 'plugin guest')).toBeNull()
  expect(stored.get(LIST_KEY)).toBe('[]')
})
