import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { pluginNotes } from './plugin-notes.ts'

const app = { outside: { missing: '{{service}} needs: $t({{setting}}).' } }
const pinboard = { settings: { token: 'Access token' }, tired: 'It sleeps.' }
beforeAll(() => i18next.init({ lng: 'en', ns: ['app'], resources: { en: { app, pinboard } } }))

test('a rule says of each plugin why it saves nothing there', () => {
  const saveProblem = { key: 'outside.missing', values: { service: 'Pinboard', setting: 'token' } }
  const conditions = {}
  const actions = {}
  const providers = new Map([
    ['pinboard', { plugin: 'pinboard', isOn: true, saves: true, saveProblem, conditions, actions }],
    ['notes', { plugin: 'notes', isOn: false, saves: true, saveProblem: null, conditions, actions }],
    ['mail', { plugin: 'mail', isOn: true, saves: true, saveProblem: null, conditions, actions }],
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

test('a rule says of each condition of a plugin why it does not hold', () => {
  const operand = { type: 'boolean' } as const
  const provider = { isOn: true, saves: false, saveProblem: null, actions: {} }
  const conditions = { good: { operand, problem: null }, bad: { operand, problem: { key: 'tired' } } }
  const providers = new Map([
    ['pinboard', { ...provider, plugin: 'pinboard', conditions }],
    ['notes', { ...provider, plugin: 'notes', isOn: false, conditions }],
  ])
  const is = (field: string) => ({ field, operator: 'eq', value: 'true' })
  const condition = [
    [is('pinboard:good'), is('pinboard:bad'), is('entry_title')],
    [is('pinboard:bad'), is('pinboard:other'), is('notes:good'), is('gone:good')],
  ]
  expect(pluginNotes({ condition, result: {} }, providers)).toEqual([
    { key: 'rules.plugins.conditionUnknown', values: { plugin: 'pinboard', reason: 'It sleeps.' } },
    { key: 'rules.plugins.conditionMissing', values: { plugin: 'pinboard' } },
    { key: 'rules.plugins.conditionOff', values: { plugin: 'notes' } },
    { key: 'rules.plugins.conditionMissing', values: { plugin: 'gone' } },
  ])
})

test('a rule says of each action of a plugin why it is not done', () => {
  const provider = { isOn: true, saves: false, saveProblem: null, conditions: {} }
  const operand = { type: 'text' } as const
  const actions = { good: { operand: null, problem: null }, bad: { operand, problem: { key: 'tired' } } }
  const providers = new Map([
    ['pinboard', { ...provider, plugin: 'pinboard', actions }],
    ['notes', { ...provider, plugin: 'notes', isOn: false, actions }],
  ])
  const pluginActions = ['pinboard:good', 'pinboard:bad=a:b=c', 'pinboard:other', 'notes:good', 'gone:good']
  expect(pluginNotes({ condition: [], result: { pluginActions } }, providers)).toEqual([
    { key: 'rules.plugins.actionFailed', values: { plugin: 'pinboard', reason: 'It sleeps.' } },
    { key: 'rules.plugins.actionMissing', values: { plugin: 'pinboard' } },
    { key: 'rules.plugins.actionOff', values: { plugin: 'notes' } },
    { key: 'rules.plugins.actionMissing', values: { plugin: 'gone' } },
  ])
})
