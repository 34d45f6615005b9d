import i18next from 'i18next'
import { expect, test } from 'vitest'
import { changeLanguage, startTranslations } from './i18n.ts'

test('the words change with the language, and nobody is told of a change that is none', async () => {
  const told: string[] = []
  await startTranslations('en')
  i18next.on('languageChanged', (language) => told.push(language))
  await changeLanguage('en-GB')
  expect([told, i18next.t('common:action.close')]).toEqual([[], 'Close'])
  await changeLanguage('zh-Hant')
  await changeLanguage('zh-TW')
  expect([told, i18next.t('common:action.close')]).toEqual([['zh-TW'], '關閉'])
  await changeLanguage('fr')
  expect([told, i18next.t('common:action.close')]).toEqual([['zh-TW', 'en'], 'Close'])
})
