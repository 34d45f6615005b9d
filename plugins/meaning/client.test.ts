import { expect, test } from 'vitest'
import { pluginFaults, registrationsOf } from '../../src/plugin-api/testing.ts'
import client from './client.tsx'
import en from './locales/en.json' with { type: 'json' }
import ja from './locales/ja.json' with { type: 'json' }
import zhCN from './locales/zh-CN.json' with { type: 'json' }
import zhTW from './locales/zh-TW.json' with { type: 'json' }
import manifest from './plugin.ts'

test('meaning keeps the rules of plugins', () => {
  expect(pluginFaults({ manifest, client, locales: { en, ja, 'zh-CN': zhCN, 'zh-TW': zhTW } })).toEqual([])
})

test('one command has a key and acts on the current or selected entry, the other asks for words', () => {
  const { commands } = registrationsOf(manifest, client)
  expect(commands).toMatchObject([
    { id: 'meaning:like', keys: '[Shift]+=', target: 'entries', inEntryMenu: true },
    { id: 'meaning:search', args: [{ name: 'words', type: 'text' }] },
  ])
})
