import i18next from 'i18next'
import { expect, test } from 'vitest'
import { z } from 'zod'
import app from '../../../locales/ja/app.json' with { type: 'json' }
import { checkedText, type Manifest } from '../../plugin-api/manifest.ts'
import { visibleFields } from '../../features/shared/setting-fields/field.ts'
import { connectionOf } from './connection.ts'
import { fieldNamesOf } from './field-places.ts'
import { fieldGroupsOf, wrongWith } from './fields.ts'
import { testManifest } from '../testing.ts'

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

const wallabag = {
  settings: z.object({
    on: z.boolean().default(false),
    address: z.string().default(''),
    clientId: z.string().default(''),
    archived: z.boolean().default(false),
  }),
  secrets: ['clientSecret', 'password'],
}
const namesOf = (manifest: Manifest) =>
  fieldGroupsOf(manifest).map(({ title, fields }) => [title, ...fields.map(({ name }) => name)])

test('a field that depends on another is there while that has one of its values', () => {
  const manifest = testManifest('wallabag', {
    ...wallabag,
    showWhen: {
      password: { setting: 'archived', is: [true] },
      clientSecret: { setting: 'clientId', is: 'filled' },
    },
  })
  const shown = (values: object) =>
    visibleFields(
      fieldGroupsOf(manifest).flatMap(({ fields }) => fields),
      { on: true, ...values },
    ).map(({ name }) => name)
  const always = ['on', 'address', 'clientId', 'archived']
  expect(shown({ archived: false, clientId: ' ' })).toEqual(always)
  expect(shown({ archived: true })).toEqual(['on', 'password', ...always.slice(1)])
  expect(shown({ clientId: 'x' })).toEqual(['on', 'clientSecret', ...always.slice(1)])
  const needy = { ...manifest, requires: ['password'] }
  const state = { manifest: needy, secretsSet: [], outcome: null, signIn: null }
  expect(connectionOf({ ...state, values: { on: true } }).state).toBe('on')
  expect(connectionOf({ ...state, values: { on: true, archived: true } }).state).toBe('notSetUp')
})

test('the fields of a plugin stand in the order of its manifest, below its switch, with groups', () => {
  const saving = { title: 'fields.saving', fields: ['archived'] }
  const fields = ['address', 'clientId', 'clientSecret', saving]
  expect(namesOf(testManifest('wallabag', { ...wallabag, fields }))).toEqual([
    [null, 'on'],
    [null, 'address'],
    [null, 'clientId'],
    [null, 'clientSecret'],
    ['fields.saving', 'archived'],
    // Not placed.
    [null, 'password'],
  ])
  expect(fieldNamesOf(testManifest('wallabag', wallabag))).toEqual([
    'on',
    'clientSecret',
    'password',
    'address',
    'clientId',
    'archived',
  ])
})

test.each<[Partial<Manifest>, RegExp]>([
  [{ fields: ['adress'] }, /fields names no setting or secret: adress/],
  [{ fields: ['address', { title: 'a', fields: ['address'] }] }, /fields names address twice/],
  [{ showWhen: { on: { setting: 'archived', is: [true] } } }, /showWhen names no field: on/],
  [{ showWhen: { address: { setting: 'password', is: 'filled' } } }, /password is no setting/],
  [{ showWhen: { address: { setting: 'archived', is: ['yes'] } } }, /archived is never yes/],
  [
    {
      showWhen: {
        address: { setting: 'clientId', is: 'filled' },
        clientId: { setting: 'archived', is: [true] },
      },
    },
    /clientId is no setting that is always shown/,
  ],
  [{ help: 'http://wallabag.example' }, /help is no https address/],
])('a manifest with %j is refused', (more, words) => {
  expect(() => testManifest('wallabag', { ...wallabag, ...more })).toThrow(words)
})

test('a plugin that checks a text has its own words', () => {
  expect(wrong('template', 'no')).toEqual({ key: 'template.wrong', values: { line: 1 } })
  expect(wrong('template', 'yes')).toBeNull()
})
