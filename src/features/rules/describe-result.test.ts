import { expect, test } from 'vitest'
import { describeResult } from './describe-result.ts'

const result = { star: true, summary: true, translation: 'ja', webhooks: ['https://hooks.test'] } as const
const languageName = (code: string) => `name of ${code}`
const pluginName = (id: string) => `the ${id}`

test('what a rule does is described in the order of the form', () => {
  expect(
    describeResult({ ...result, webhooks: [...result.webhooks] }, languageName, pluginName, false),
  ).toEqual([
    { key: 'rules.results.star' },
    { key: 'rules.results.summary' },
    { key: 'rules.results.translationTo', values: { language: 'name of ja' } },
    { key: 'rules.results.webhooks', values: { count: 1 } },
  ])
  expect(describeResult({ translation: true }, languageName, pluginName, false)).toEqual([
    { key: 'rules.results.translation' },
  ])
})

test('the plugins that save it are named', () => {
  const saves = ['pinboard', 'notes']
  expect(describeResult({ saves }, languageName, pluginName, true)).toEqual([
    { key: 'rules.results.saves', values: { names: 'the pinboard, the notes' } },
  ])
})

test('who hides AI reads nothing of what language models do', () => {
  expect(
    describeResult({ ...result, webhooks: [...result.webhooks] }, languageName, pluginName, true),
  ).toEqual([{ key: 'rules.results.star' }, { key: 'rules.results.webhooks', values: { count: 1 } }])
  expect(describeResult({ translation: true }, languageName, pluginName, true)).toEqual([])
})
