import { expect, test } from 'vitest'
import { describeResult } from './describe-result.ts'

const result = { star: true, summary: true, translation: 'ja', webhooks: ['https://hooks.test'] } as const
const languageName = (code: string) => `name of ${code}`
const names = { plugin: (id: string) => `the ${id}`, action: (action: string) => `does ${action}` }

test('what a rule does is described in the order of the form', () => {
  expect(describeResult({ ...result, webhooks: [...result.webhooks] }, languageName, names, false)).toEqual([
    { key: 'rules.results.star' },
    { key: 'rules.results.summary' },
    { key: 'rules.results.translationTo', values: { language: 'name of ja' } },
    { key: 'rules.results.webhooks', values: { count: 1 } },
  ])
  expect(describeResult({ translation: true }, languageName, names, false)).toEqual([
    { key: 'rules.results.translation' },
  ])
})

test('the plugins that save it are named', () => {
  const saves = ['pinboard', 'notes']
  expect(describeResult({ saves }, languageName, names, true)).toEqual([
    { key: 'rules.results.saves', values: { names: 'the pinboard, the notes' } },
  ])
  const pluginActions = ['pinboard:pin', 'notes:write']
  expect(describeResult({ pluginActions }, languageName, names, true)).toEqual([
    { key: 'rules.results.pluginActions', values: { names: 'does pinboard:pin, does notes:write' } },
  ])
})

test('who hides AI reads nothing of what language models do', () => {
  expect(describeResult({ ...result, webhooks: [...result.webhooks] }, languageName, names, true)).toEqual([
    { key: 'rules.results.star' },
    { key: 'rules.results.webhooks', values: { count: 1 } },
  ])
  expect(describeResult({ translation: true }, languageName, names, true)).toEqual([])
})
