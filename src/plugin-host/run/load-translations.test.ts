import i18next from 'i18next'
import { expect, test } from 'vitest'
import type { PluginSource } from './catalogue.ts'
import { followLanguage, loadPluginTranslations, reloadTranslations } from './load-translations.ts'

const source = (id: string, names: Readonly<Record<string, string>>): PluginSource => ({
  id,
  manifest: () => Promise.reject(new Error('not needed')),
  client: null,
  translations: Object.fromEntries(
    Object.entries(names).map(([language, name]) => [language, async () => ({ name })]),
  ),
})

test('a change of the language loads the texts of plugins that came after the start', async () => {
  await i18next.init({ lng: 'en', fallbackLng: 'en', resources: {} })
  let sources: readonly PluginSource[] = []
  followLanguage(() => reloadTranslations(sources))
  const failing = source('failing', { en: 'Failing' })
  sources = [
    source('guest', { en: 'Guest', ja: 'ゲスト' }),
    failing,
    source('unused', { en: 'No', ja: 'ノー' }),
  ]
  await loadPluginTranslations(sources[0]!)
  await loadPluginTranslations(failing)
  Object.assign(failing.translations, { ja: () => Promise.reject(new Error('no connection')) })
  const announced: string[] = []
  i18next.on('languageChanged', () => void announced.push(i18next.t('guest:name')))
  await i18next.changeLanguage('ja')
  await expect.poll(() => announced).toEqual(['Guest', 'ゲスト'])
  expect(i18next.t('failing:name')).toBe('Failing')
  expect(i18next.hasResourceBundle('ja', 'unused')).toBe(false)
})

test('of changes in quick succession the last is announced, once, and each loads once', async () => {
  i18next.off('languageChanged')
  await i18next.init({ lng: 'en', fallbackLng: 'en', resources: {} })
  const waiting: (() => void)[] = []
  followLanguage(() => new Promise<void>((resolve) => waiting.push(resolve)))
  const announced: string[] = []
  i18next.on('languageChanged', (language) => void announced.push(language))
  await i18next.changeLanguage('ja')
  await i18next.changeLanguage('zh-CN')
  expect(waiting).toHaveLength(2)
  for (const resolve of waiting) resolve()
  await expect.poll(() => announced).toEqual(['ja', 'zh-CN', 'zh-CN'])
  expect(waiting).toHaveLength(2)
})
