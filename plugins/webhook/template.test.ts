import { expect, test } from 'vitest'
import { FIELDS, fillingOf, type Escape, type Fields } from './template.ts'

const fieldsOf = (content: string) =>
  ({ ...Object.fromEntries(FIELDS.map((name) => [name, ''])), title: 'A "b" ü', content }) as Fields

test.each<[Escape, string]>([
  ['none', '[A "b" ü] é [A "b" ü]'],
  ['json', String.raw`[A \"b\" ü] é [A \"b\" ü]`],
  ['address', '[A%20%22b%22%20%C3%BC] é [A%20%22b%22%20%C3%BC]'],
])('a template is measured as it is filled, escaped as %s', (escape, text) => {
  const filling = fillingOf('[{{title}}] é [{{ title }}]', fieldsOf(''), escape)
  expect(filling.text()).toBe(text)
  expect(filling.bytes).toBe(Buffer.byteLength(text))
})

test('a field that is named very often is measured without being written out', () => {
  // Written out it would be longer than any text can be.
  const filling = fillingOf('{{content}}'.repeat(1800), fieldsOf('x'.repeat(800_000)), 'none')
  expect(filling.bytes).toBe(1800 * 800_000)
})
