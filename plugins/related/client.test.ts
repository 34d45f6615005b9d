import { expect, test } from 'vitest'
import { parseQuery } from '../../src/contract/query/parse.ts'
import { pluginFaults, registrationsOf } from '../../src/plugin-api/testing.ts'
import client, { mostShared, queryOf, titleTerms } from './client.tsx'
import en from './locales/en.json' with { type: 'json' }
import ja from './locales/ja.json' with { type: 'json' }
import zhCN from './locales/zh-CN.json' with { type: 'json' }
import zhTW from './locales/zh-TW.json' with { type: 'json' }
import manifest from './plugin.ts'

test('related keeps the rules of plugins, in each language', () => {
  const locales = { en, ja, 'zh-CN': zhCN, 'zh-TW': zhTW }
  expect(pluginFaults({ manifest, client, locales })).toEqual([])
})

test('it adds a section below the text', () => {
  expect(registrationsOf(manifest, client).added.entryPanel).toMatchObject([{ place: 'below' }])
})

test('the longest words of a title are searched, in each choice by a query that can be read', () => {
  expect(titleTerms('The compiler’s compiler: a "strange" loop, explained')).toEqual([
    'explained',
    'compiler',
    'strange',
  ])
  expect(titleTerms('雲を見る')).toEqual([])
  for (const among of ['all', 'starred', 'noted'])
    expect(parseQuery(queryOf('compiler', among))).toMatchObject({ ok: true })
})

test('entries that share most words come first, then the latest, and never the entry itself', () => {
  const [a, b, c] = [1, 2, 3].map((at) => ({ id: String(at), publishedAt: at }))
  const results = [[a!, c!], [b!, c!], [a!]]
  expect(mostShared(results, '3', 5).map(({ id }) => id)).toEqual(['1', '2'])
  expect(mostShared(results, '1', 1).map(({ id }) => id)).toEqual(['3'])
})
