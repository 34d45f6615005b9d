import i18next from 'i18next'
import { expect, test } from 'vitest'
import { z } from 'zod'
import app from '../../locales/ja/app.json' with { type: 'json' }
import { checkedText, type Manifest } from '../plugin-api/manifest.ts'
import { wrongWith } from './fields.ts'

const settings = z.object({
  address: z.url(),
  name: z.string().min(2).max(3),
  count: z.number().min(1).max(9),
  kind: z.enum(['a', 'b']),
  template: checkedText(10, (text) =>
    text === 'no' ? { key: 'template.wrong', values: { line: 1 } } : null,
  ),
})
const wrong = (name: string, value: unknown) => wrongWith({ settings } as unknown as Manifest, name, value)

test('what is wrong with a setting is said in words of the language', async () => {
  await i18next.init({ lng: 'ja', resources: { ja: { app } }, ns: ['app'], defaultNS: 'app' })
  const messageFor = (name: string, value: unknown) => {
    const words = wrong(name, value)
    return words && i18next.t(words.key, words.values ?? {})
  }
  expect(messageFor('address', 'no address')).toBe(app.plugin.wrong.address)
  expect(messageFor('name', 'a')).toBe('2 文字以上入力してください')
  expect(messageFor('name', 'abcd')).toBe('3 文字まで入力できます')
  expect(messageFor('count', 0)).toBe('1 以上にしてください')
  expect(messageFor('count', 10)).toBe('9 以下にしてください')
  expect(messageFor('count', Number.NaN)).toBe(app.plugin.wrong.number)
  expect(messageFor('kind', 'c')).toBe(app.plugin.wrong.other)
  expect(messageFor('name', 'abc')).toBeNull()
})

test('a plugin that checks a text has its own words', () => {
  expect(wrong('template', 'no')).toEqual({ key: 'template.wrong', values: { line: 1 } })
  expect(wrong('template', 'yes')).toBeNull()
})
