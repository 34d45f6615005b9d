import { expect, test } from 'vitest'
import { pluginFaults } from '../../src/plugin-api/testing.ts'
import client, { cellOf } from './client.tsx'
import en from './locales/en.json' with { type: 'json' }
import ja from './locales/ja.json' with { type: 'json' }
import zhCN from './locales/zh-CN.json' with { type: 'json' }
import zhTW from './locales/zh-TW.json' with { type: 'json' }
import manifest from './plugin.ts'

test('reading-time keeps the rules of plugins, in each language', () => {
  const locales = { en, ja, 'zh-CN': zhCN, 'zh-TW': zhTW }
  expect(pluginFaults({ manifest, client, locales })).toEqual([])
})

const marked = { markReadingTime: true, shortMinutes: 3, longMinutes: 15 }
test.each([
  [null, marked, null],
  [0, marked, null],
  [20, marked, { minutes: 1, tone: 'quiet' }],
  [180, marked, { minutes: 3, tone: 'quiet' }],
  [300, marked, { minutes: 5, tone: undefined }],
  [1200, marked, { minutes: 20, tone: 'accent' }],
  [1200, { ...marked, markReadingTime: false }, { minutes: 20, tone: undefined }],
])('%j seconds are shown so', (seconds, settings, shown) => {
  const cell = cellOf(seconds, settings)
  expect(cell && { minutes: cell.text.values?.['minutes'], tone: cell.tone }).toEqual(shown)
})
