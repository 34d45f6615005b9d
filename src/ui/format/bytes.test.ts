import i18next from 'i18next'
import { expect, test } from 'vitest'
import en from '../../../locales/en/common.json'
import ja from '../../../locales/ja/common.json'
import zhCN from '../../../locales/zh-CN/common.json'
import zhTW from '../../../locales/zh-TW/common.json'
import { formatBytes } from './bytes.ts'

const resources = {
  en: { common: en },
  ja: { common: ja },
  'zh-CN': { common: zhCN },
  'zh-TW': { common: zhTW },
}

async function formatIn(language: string, sizes: readonly number[]): Promise<string[]> {
  const i18n = i18next.createInstance()
  await i18n.init({ lng: language, resources })
  return sizes.map((bytes) => formatBytes(bytes, i18n))
}

test('bytes are formatted in readable units, and few of them by number', async () => {
  expect(await formatIn('en', [0, 1, 556, 999, 1000, 1_440_000, 2e9, 3e12])).toEqual([
    '0 bytes',
    '1 byte',
    '556 bytes',
    '999 bytes',
    '1 kB',
    '1.4 MB',
    '2 GB',
    '3,000 GB',
  ])
})

test.each([
  ['ja', ['556 バイト', '1.4 MB']],
  ['zh-CN', ['556 字节', '1.4 MB']],
  ['zh-TW', ['556 位元組', '1.4 MB']],
])('the unit is that of the language %s', async (language, sizes) => {
  expect(await formatIn(language, [556, 1_440_000])).toEqual(sizes)
})
