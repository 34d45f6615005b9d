import i18next from 'i18next'
import { expect, test } from 'vitest'
import en from '../../../../locales/en/app.json'
import ja from '../../../../locales/ja/app.json'
import zhCN from '../../../../locales/zh-CN/app.json'
import zhTW from '../../../../locales/zh-TW/app.json'
import { memoryReasons } from '../../../model/network/index.ts'
import { memoryReasonMessage } from './memory-reason.ts'

const texts = { en, ja, 'zh-CN': zhCN, 'zh-TW': zhTW }
const i18n = i18next.createInstance()
await i18n.init({
  ns: ['app'],
  resources: Object.fromEntries(Object.entries(texts).map(([language, app]) => [language, { app }])),
})

test.each(Object.entries(texts))('in %s there is a message for every reason', (lng, { shell }) => {
  const messages = memoryReasons.map((one) =>
    memoryReasonMessage(one, (key, values) => i18n.t(key, { lng, ...values })),
  )
  expect(messages).toEqual(memoryReasons.map((one) => shell.notStoredBecause[one]))
})

test('a message of an error stays', () => {
  const translate = () => 'translated'
  expect(memoryReasonMessage('database disk image is malformed', translate)).toBe(
    'database disk image is malformed',
  )
})
