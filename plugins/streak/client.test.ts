import { expect, test } from 'vitest'
import { pluginFaults, registrationsOf } from '../../src/plugin-api/testing.ts'
import client, { treeOf } from './client.tsx'
import en from './locales/en.json' with { type: 'json' }
import ja from './locales/ja.json' with { type: 'json' }
import zhCN from './locales/zh-CN.json' with { type: 'json' }
import zhTW from './locales/zh-TW.json' with { type: 'json' }
import manifest from './plugin.ts'

test('streak keeps the rules of plugins, in each language', () => {
  const locales = { en, ja, 'zh-CN': zhCN, 'zh-TW': zhTW }
  expect(pluginFaults({ manifest, client, locales })).toEqual([])
})

test('its page is opened by its command', () => {
  const { screens, commands } = registrationsOf(manifest, client)
  expect([screens.map(({ path }) => path), commands.map(({ id }) => id)]).toEqual([
    ['/streak'],
    ['streak:open'],
  ])
})

test('the page has the streak, today, a chart of a month and a table of a week, in the language of the reader', () => {
  const days = Array.from({ length: 120 }, (_, at) => ({ at: Date.UTC(2026, 6, 1 + at, 12), count: at }))
  const { children } = treeOf({ days, goal: 238, streak: 3, language: 'en' }) as unknown as {
    readonly children: readonly Record<string, unknown>[]
  }
  const [heading, progress, chart, table] = children
  expect(heading).toMatchObject({ text: '3 days in a row' })
  expect(progress).toMatchObject({ label: 'Today', value: 0.5, detail: '119 of 238' })
  expect(chart).toMatchObject({ form: 'bars' })
  expect(chart?.['points']).toHaveLength(30)
  expect(table?.['rows']).toHaveLength(7)
  expect(table).toMatchObject({ rows: [['Wednesday, Oct 28', 119], {}, {}, {}, {}, {}, {}] })
  expect(treeOf({ days, goal: 238, streak: 1, language: 'ja' })).toMatchObject({
    children: [{ text: '1 日連続' }, {}, {}, {}, {}],
  })
})
