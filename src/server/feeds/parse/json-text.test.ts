import { expect, test } from 'vitest'
import { readJson } from './json-text.ts'

test.each([
  ['{"a":"one\ntwo"}', { a: 'one\ntwo' }],
  ['{"a":"one\r\ntwo\tthree"}', { a: 'one\r\ntwo\tthree' }],
  ['{"a":"bell\u0007"}', { a: 'bell ' }],
  ['{\u0000"a":"x"}', { a: 'x' }],
  ['{"a":"x",\n"b":[1,2,],}', { a: 'x', b: [1, 2] }],
  ['{"a":"keep ,] and ,}\n",}', { a: 'keep ,] and ,}\n' }],
  ['{"a":"\\"quoted\\",}\n"}', { a: '"quoted",}\n' }],
])('%j', (text, value) => {
  expect(readJson(text)?.value).toEqual(value)
})

test('a document that is cut off keeps its complete entries and their line ends', () => {
  expect(readJson('{"items":[{"a":"one\ntwo"},{"a":"thr')?.value).toEqual({ items: [{ a: 'one\ntwo' }] })
})

test.each(['"', '\\', '"\\', 'x', '"x\\"', ',]'])('a run of %j ends', (unit) => {
  expect(readJson(`{"a":"\n${unit.repeat(300_000)}`)).toBeNull()
})
