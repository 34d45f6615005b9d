import { expect, test } from 'vitest'
import { comparedPassages } from './passages.ts'

const passage = (text: string) => ({ text, note: '', prefix: '', suffix: '' })

test('a passage is known in another rendition: other spaces, soft hyphens, quotation marks and case', () => {
  const passages = [passage('the “hyphen\u00ADated” word'), passage('another one')]
  const there = [{ text: 'The "hyphenated"\n word' }]
  const { missing, present } = comparedPassages(passages, there, ({ text }) => ({ text, note: '' }))
  expect(missing).toEqual([passages[1]])
  expect(present).toEqual([[passages[0], there[0]]])
})
