import { expect, test } from 'vitest'
import type { Rule } from '../../contract/actions.ts'
import { partKey, partsOfResult, withItem, withItemAt, withoutPart } from './result-parts.ts'

const keys = (result: Rule['result'], shown = true) => partsOfResult(result, () => shown).map(partKey)

test('what a rule does is a list of parts, in one order however it was written', () => {
  const result = {
    webhooks: ['https://hook.example'],
    labels: ['tea', 'later'],
    translation: 'ja',
    summary: true,
    star: true,
    block: false,
  } satisfies Rule['result']
  expect(keys(result)).toEqual(['star', 'summary', 'translation', 'labels 0', 'labels 1', 'webhooks 0'])
  expect(keys(result, false)).toEqual(['star', 'labels 0', 'labels 1', 'webhooks 0'])
})

test('a part that is taken away leaves nothing of it, and everything else', () => {
  const result = { star: true, labels: ['tea', 'later'], saves: ['pinboard'] }
  expect(withoutPart(result, { kind: 'labels', at: 0 })).toEqual({ ...result, labels: ['later'] })
  expect(withoutPart(result, { kind: 'saves', at: 0 })).toEqual({ star: true, labels: ['tea', 'later'] })
  expect(withoutPart(result, { kind: 'switch', name: 'star' })).toEqual({
    labels: ['tea', 'later'],
    saves: ['pinboard'],
  })
})

test('an item is added at the end of its list, and replaced in its place', () => {
  expect(withItem({ star: true }, 'labels', 'tea')).toEqual({ star: true, labels: ['tea'] })
  expect(withItemAt({ labels: ['tea', 'later'] }, 'labels', 0, 'coffee')).toEqual({
    labels: ['coffee', 'later'],
  })
})
