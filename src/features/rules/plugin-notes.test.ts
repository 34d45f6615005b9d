import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { pluginNotes } from './plugin-notes.ts'

const app = { outside: { missing: '{{service}} needs: $t({{setting}}).' } }
const pinboard = { settings: { token: 'Access token' } }
beforeAll(() => i18next.init({ lng: 'en', ns: ['app'], resources: { en: { app, pinboard } } }))

test('a rule says of each plugin why it saves nothing there', () => {
  const saveProblem = { key: 'outside.missing', values: { service: 'Pinboard', setting: 'token' } }
  const providers = new Map([
    ['pinboard', { plugin: 'pinboard', isOn: true, saves: true, saveProblem }],
    ['notes', { plugin: 'notes', isOn: false, saves: true, saveProblem: null }],
    ['mail', { plugin: 'mail', isOn: true, saves: true, saveProblem: null }],
  ])
  const rule = { condition: [], result: { saves: ['pinboard', 'notes', 'mail', 'gone'] } }
  expect(pluginNotes(rule, providers)).toEqual([
    {
      key: 'rules.plugins.saveFailed',
      values: { plugin: 'pinboard', reason: 'Pinboard needs: Access token.' },
    },
    { key: 'rules.plugins.saveOff', values: { plugin: 'notes' } },
    { key: 'rules.plugins.saveMissing', values: { plugin: 'gone' } },
  ])
})
