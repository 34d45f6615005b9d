import i18next from 'i18next'
import { expect, test } from 'vitest'
import { changeLanguage, startTranslations } from './i18n.ts'

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
