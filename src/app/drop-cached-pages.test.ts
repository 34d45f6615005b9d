import { afterEach, expect, test, vi } from 'vitest'
import { dropCachedPages } from './drop-cached-pages.ts'

afterEach(() => vi.unstubAllGlobals())

test('the cached pages and their worker go, and other caches stay', async () => {
  const names = new Set(['workbox-precache-v2-http://a.example/', 'at-hand 12ab', 'colouring'])
  let unregistered = 0
  vi.stubGlobal('caches', {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
  })
  const registration = { unregister: async () => void (unregistered += 1) }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: async () => [registration] } })
  await dropCachedPages()
  expect([...names]).toEqual(['colouring'])
  expect(unregistered).toBe(1)
})

test('a browser without service workers has nothing to drop', async () => {
  vi.stubGlobal('navigator', {})
  await expect(dropCachedPages()).resolves.toBeUndefined()
})
