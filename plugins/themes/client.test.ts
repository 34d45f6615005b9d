import { expect, test } from 'vitest'
import { pluginFaults } from '../../src/plugin-api/testing.ts'
import en from './locales/en.json' with { type: 'json' }
import ja from './locales/ja.json' with { type: 'json' }
import zhCN from './locales/zh-CN.json' with { type: 'json' }
import zhTW from './locales/zh-TW.json' with { type: 'json' }
import manifest from './plugin.ts'

test('themes keeps the rules of plugins, in each language', () => {
  const locales = { en, ja, 'zh-CN': zhCN, 'zh-TW': zhTW }
  expect(pluginFaults({ manifest, locales })).toEqual([])
})
