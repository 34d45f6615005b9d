import { beforeEach, expect, test, vi } from 'vitest'
import { createTranslationCache, TRANSLATION_CACHE_KEY } from './translation-cache.ts'

// Each test begins with nothing loaded, as after a reload.
beforeEach(() => void vi.resetModules())

function memory(): Map<string, string> & {
  getItem(key: string): string | null
  setItem(key: string, text: string): void
} {
  const items = new Map<string, string>()
  return Object.assign(items, {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
  })
}

/** Starts the translations as a page does, and stores them as an idle page does. */
async function start(language: string, storage: ReturnType<typeof memory>, build = 'build 1') {
  const { startTranslations, cacheTranslations } = await import('./i18n.ts')
  await startTranslations(language, createTranslationCache(storage, build))
  await cacheTranslations()
  return (await import('i18next')).default
}

/** What the next start finds instead of "Close". */
function replaceStored(storage: ReturnType<typeof memory>, language: string): void {
  const stored = JSON.parse(storage.get(TRANSLATION_CACHE_KEY) ?? '')
  stored.bundle[`${language}/common`].action.close = 'from the cache'
  storage.set(TRANSLATION_CACHE_KEY, JSON.stringify(stored))
}

test('a second start reads the language from the cache', async () => {
  const storage = memory()
  expect((await start('ja', storage)).t('common:action.close')).toBe('閉じる')
  replaceStored(storage, 'ja')
  vi.resetModules()
  expect((await start('ja', storage)).t('common:action.close')).toBe('from the cache')
})

test('another language and another build read their files, and replace what is stored', async () => {
  const storage = memory()
  await start('ja', storage)
  replaceStored(storage, 'ja')
  vi.resetModules()
  expect((await start('ja', storage, 'build 2')).t('common:action.close')).toBe('閉じる')
  vi.resetModules()
  expect((await start('zh-TW', storage, 'build 2')).t('common:action.close')).toBe('關閉')
  const stored = JSON.parse(storage.get(TRANSLATION_CACHE_KEY) ?? '')
  // Traditional Chinese falls back to Simplified.
  expect([stored.language, Object.keys(stored.bundle)]).toEqual([
    'zh-TW',
    ['zh-TW', 'zh-CN'].flatMap((one) =>
      ['app', 'common', 'shortcuts', 'errors'].map((namespace) => `${one}/${namespace}`),
    ),
  ])
})

test('English needs no cache, and a language that is chosen later is stored', async () => {
  const storage = memory()
  await start('en', storage)
  expect(storage.size).toBe(0)
  const { changeLanguage } = await import('./i18n.ts')
  await changeLanguage('ja')
  expect(createTranslationCache(storage, 'build 1').read('ja')?.['ja/common']).toBeDefined()
})

test.each(['', '{', '"text"', '{"language":"ja","build":"build 1","bundle":null}'])(
  'what is stored may be anything: %s',
  async (text) => {
    const storage = memory()
    storage.set(TRANSLATION_CACHE_KEY, text)
    expect((await start('ja', storage)).t('common:action.close')).toBe('閉じる')
  },
)
