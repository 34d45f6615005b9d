import i18next from 'i18next'
import { expect, test } from 'vitest'
import { changeLanguage, loadPaletteTranslations, startTranslations } from './i18n.ts'

test('a message of a later part is drawn empty until it has come, never as its key', async () => {
  await startTranslations('en')
  expect(i18next.t('thread.none')).toBe('')
  expect(i18next.t('thread.none', { defaultValue: 'None' })).toBe('None')
  await new Promise<void>((resolve) => i18next.on('languageChanged', () => resolve()))
  expect(i18next.t('thread.none')).toBe('No comments to read')
  expect(i18next.t('no.such')).toBe('no.such')
})

test('the translations change with the language, and an unchanged language notifies nothing', async () => {
  const notifications: string[] = []
  await startTranslations('en')
  i18next.on('languageChanged', (language) => notifications.push(language))
  await changeLanguage('en-GB')
  expect([notifications, i18next.t('common:action.close')]).toEqual([[], 'Close'])
  await changeLanguage('zh-Hant')
  await changeLanguage('zh-TW')
  expect([notifications, i18next.t('common:action.close')]).toEqual([['zh-TW'], '關閉'])
  await changeLanguage('fr')
  expect([notifications, i18next.t('common:action.close')]).toEqual([['zh-TW', 'en'], 'Close'])
})

test('the words by which commands are found come with the messages of the palette', async () => {
  await startTranslations('ja')
  expect(i18next.hasLoadedNamespace('keywords')).toBe(false)
  await loadPaletteTranslations()
  expect(['keywords', 'settings', 'app'].every((name) => i18next.hasLoadedNamespace(name))).toBe(true)
})

test('Traditional Chinese falls back to simplified, and all languages to English', async () => {
  await startTranslations('zh-TW')
  i18next.addResource('en', 'common', 'sample', 'sample')
  expect(i18next.t('common:sample')).toBe('sample')
  i18next.addResource('zh-CN', 'common', 'sample', '样本')
  expect(i18next.t('common:sample')).toBe('样本')
  await changeLanguage('ja')
  expect(i18next.t('common:sample')).toBe('sample')
})
