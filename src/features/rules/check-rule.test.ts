import { expect, test } from 'vitest'
import type { Condition, Rule } from '../../contract/actions.ts'
import { conditionProblem, rewriteProblem, ruleProblems, webhookProblem } from './check-rule.ts'

test.each<[string, Condition, string | null]>([
  ['a complete condition', { field: 'title', operator: 'eq', value: 'a' }, null],
  ['half a condition', { field: 'title', operator: 'eq' }, 'app:rules.problems.incomplete'],
  [
    'a number that is none',
    { field: 'entry_media_length', operator: 'gt', value: 'many' },
    'app:rules.problems.number',
  ],
  ['a duration', { field: 'entry_attachments_duration', operator: 'gt', value: '1:30' }, null],
  [
    'a duration that is none',
    { field: 'entry_attachments_duration', operator: 'gt', value: 'long' },
    'app:rules.problems.duration',
  ],
  ['a pattern', { field: 'title', operator: 'regex', value: '(?i)^a+$' }, null],
  ['a pattern that is none', { field: 'title', operator: 'regex', value: '(' }, 'app:rules.problems.pattern'],
  [
    'a pattern that looks back',
    { field: 'title', operator: 'regex', value: '(a)\\1' },
    'app:rules.problems.patternLooksAround',
  ],
  ['a query', { field: 'query', operator: 'not_eq', value: 'title:a has:image' }, null],
  [
    'a query that is none',
    { field: 'query', operator: 'eq', value: 'colour:red' },
    'app:query.errors.unknownField',
  ],
  [
    'a query with a limit',
    { field: 'query', operator: 'eq', value: 'a limit:2' },
    'app:rules.problems.unordered',
  ],
])('%s', (_, condition, key) => {
  expect(conditionProblem(condition)?.key ?? null).toBe(key)
})

test('rewrites and webhooks are checked as the server does', () => {
  expect(rewriteProblem({ from: 'a (b', to: '' })).toBe(null)
  expect(rewriteProblem({ from: '/a (b/', to: '' })?.key).toBe('app:rules.problems.pattern')
  expect(rewriteProblem({ from: '', to: 'x' })?.key).toBe('app:rules.problems.rewriteEmpty')
  expect(webhookProblem('https://hook.example/a')).toBe(null)
  expect(webhookProblem('javascript:alert(1)')?.key).toBe('app:rules.problems.webhook')
})

test('a rule that is switched off may be incomplete, another needs conditions and a result', () => {
  const rule = (result: Rule['result']): Rule => ({ name: 'a', condition: [], result })
  const keys = (result: Rule['result']) =>
    ruleProblems([[{}]], rule(result), { webhooks: 1 }).map(({ key }) => key)
  expect(keys({ disabled: true })).toEqual([])
  expect(keys({ star: false })).toEqual(['app:rules.problems.incomplete', 'app:rules.problems.noResult'])
  expect(keys({ webhooks: ['https://a.example', 'https://b.example'] })).toEqual([
    'app:rules.problems.incomplete',
    'app:rules.problems.tooManyWebhooks',
  ])
})

const operands = {
  minutes: { type: 'number', minimum: 1, maximum: 60 },
  kind: { type: 'choice', choices: ['new', 'old'] },
  long: { type: 'boolean' },
} as const
const conditions = Object.fromEntries(
  Object.entries(operands).map(([name, operand]) => [name, { operand, problem: null }]),
)
const pinboard = { plugin: 'pinboard', isOn: true, saves: false, saveProblem: null, conditions, actions: {} }

test.each([
  ['minutes', '2', null],
  ['minutes', '0', 'app:rules.problems.numberWithin'],
  ['minutes', 'soon', 'app:rules.problems.numberWithin'],
  ['kind', 'old', null],
  ['kind', 'ancient', 'app:rules.problems.operand'],
  ['long', 'true', null],
  ['long', '', 'app:rules.problems.incomplete'],
  ['unknown', 'anything', null],
])('the condition %s of a plugin with “%s” is checked as its manifest says', (name, value, key) => {
  const condition = { field: `pinboard:${name}`, operator: 'eq', value }
  expect(conditionProblem(condition, new Map([['pinboard', pinboard]]))?.key ?? null).toBe(key)
})

test.each([
  ['pin', null],
  ['pin=now', 'app:rules.problems.actionOperand'],
  ['tag=tea', null],
  ['tag=a=b', null],
  ['tag=coffee', 'app:rules.problems.actionOperand'],
  ['tag=', 'app:rules.problems.actionOperand'],
  ['tag', 'app:rules.problems.actionOperand'],
  ['move=old', null],
  ['move=Old', 'app:rules.problems.actionOperand'],
  ['unknown=anything', null],
])('the action %s of a plugin is checked as its manifest says', (action, key) => {
  const actions = {
    pin: { operand: null, problem: null },
    tag: { operand: { type: 'text', maxLength: 5 } as const, problem: null },
    move: { operand: operands.kind, problem: null },
  }
  const rule = { name: 'a', condition: [], result: { pluginActions: [`pinboard:${action}`] } }
  const providers = new Map([['pinboard', { ...pinboard, actions }]])
  const problems = ruleProblems([], rule, { webhooks: 1 }, providers)
  expect(problems.map((one) => one.key)).toEqual(key === null ? [] : [key])
})
