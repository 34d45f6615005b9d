import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import type { Rule } from '../../contract/actions.ts'
import { $undoTitle, undoRequested } from '../journal/index.ts'
import { startReader, type Reader } from '../testing.ts'
import {
  $refusedRule,
  $ruleNames,
  $rules,
  readRulesFile,
  formatRulesFile,
  ruleChangeRequested,
  ruleSaved,
  rulesImported,
  rulesRequested,
} from './index.ts'

const rule = (name: string, result: Rule['result'] = { star: true }): Rule => ({
  name,
  condition: [],
  result,
})
async function startWithRules(...names: readonly string[]): Promise<Reader> {
  const reader = await startReader()
  await allSettled(rulesRequested, { scope: reader.scope })
  for (const name of names)
    await allSettled(ruleSaved, { scope: reader.scope, params: { position: null, rule: rule(name) } })
  return reader
}
const names = ({ scope }: Reader) => scope.getState($ruleNames)
const stored = async ({ server }: Reader) => (await server.api.actions.get({})).data?.rules

test('a rule is saved, moved, switched off and deleted, and each is on the server and can be undone', async () => {
  const reader = await startWithRules('a', 'b', 'c')
  const { scope } = reader
  const change = (name: 'toggle' | 'move-up' | 'move-down' | 'delete', position: number) =>
    allSettled(ruleChangeRequested, { scope, params: { change: name, position } })
  await change('move-up', 2)
  expect(names(reader)).toEqual(['a', 'c', 'b'])
  await change('move-down', 2)
  expect(names(reader)).toEqual(['a', 'c', 'b'])
  await change('toggle', 0)
  expect(await stored(reader)).toMatchObject([{ result: { star: true, disabled: true } }, {}, {}])
  await change('delete', 1)
  expect(names(reader)).toEqual(['a', 'b'])
  expect(scope.getState($undoTitle)?.values).toMatchObject({ name: 'c', change: 'app:undo.ruleDeleted' })
  await allSettled(undoRequested, { scope, params: undefined })
  expect(names(reader)).toEqual(['a', 'c', 'b'])
  await allSettled(undoRequested, { scope, params: undefined })
  expect(await stored(reader)).toMatchObject([{ name: 'a', result: { star: true } }, {}, {}])
})

test('a change shows at once, and a refused one is taken back without losing what was written', async () => {
  const reader = await startWithRules('a')
  const { scope, server } = reader
  const release = server.hold('actions.put')
  const edited = { position: 0, rule: rule('better') }
  const saving = allSettled(ruleSaved, { scope, params: edited })
  await expect.poll(() => names(reader)).toEqual(['better'])
  server.refuse('actions.put', 'unprocessable', 'better: This is not a pattern')
  release()
  await saving
  expect(names(reader)).toEqual(['a'])
  expect(scope.getState($refusedRule)).toMatchObject({
    edited,
    error: { reason: 'better: This is not a pattern' },
  })
  await allSettled(ruleSaved, { scope, params: edited })
  expect(scope.getState($refusedRule)).toBe(null)
})

test('a rule of another device stays, also when an older step is undone', async () => {
  const reader = await startWithRules('a', 'b')
  const { scope, server } = reader
  await allSettled(ruleChangeRequested, { scope, params: { change: 'delete', position: 0 } })
  await server.api.actions.put({ rules: [rule('b'), rule('other')] })
  await allSettled(ruleSaved, { scope, params: { position: null, rule: rule('c') } })
  expect((await stored(reader))?.map(({ name }) => name)).toEqual(['b', 'c', 'other'])
  await allSettled(undoRequested, { scope, params: undefined })
  await allSettled(undoRequested, { scope, params: undefined })
  expect((await stored(reader))?.map(({ name }) => name)).toEqual(['a', 'b', 'other'])
  expect(names(reader)).toEqual(['a', 'b', 'other'])
})

test('a file is read as it was written, and added or put in the place of all', async () => {
  const reader = await startWithRules('a')
  const { scope } = reader
  const file = formatRulesFile([rule('x', { webhooks: ['https://hook.example/'] })], 0)
  const read = readRulesFile(file)
  if (!read.ok) throw new Error(read.problem.code)
  await allSettled(rulesImported, { scope, params: { rules: read.rules, replace: false } })
  expect(names(reader)).toEqual(['a', 'x'])
  await allSettled(rulesImported, { scope, params: { rules: read.rules, replace: true } })
  expect(scope.getState($rules)).toEqual([rule('x', { webhooks: ['https://hook.example/'] })])
})

test.each([
  ['no JSON', 'rules', { code: 'json' }],
  ['no list', '{"rules": 3}', { code: 'rules' }],
  ['a rule without a result', '[{"name": "a", "condition": []}]', { code: 'rule', position: 0 }],
  ['a rule without a name', '{"rules": [{"condition": [], "result": {}}]}', { code: 'rule', position: 0 }],
])('a file with %s is refused', (_, text, problem) => {
  expect(readRulesFile(text)).toEqual({ ok: false, problem })
})
