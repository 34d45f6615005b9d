import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test('zod, which loads after the reader, takes its configuration from where main.tsx puts it', async () => {
  vi.stubGlobal('__zod_globalConfig', { jitless: true })
  vi.resetModules()
  const { config } = await import('zod/v4/core')
  expect(config().jitless).toBe(true)
})
