import { expect, test } from 'vitest'
import { languageOf, MAX_SENTENCE, sentencesOf } from './sentences.ts'

test('the title comes first, then each sentence with its place in its block', () => {
  expect(sentencesOf('A title', ['One. Two!', '—', 'Three'], 'en')).toEqual([
    { text: 'A title', place: null },
    { text: 'One.', place: { block: 0, from: 0 } },
    { text: 'Two!', place: { block: 0, from: 5 } },
    { text: 'Three', place: { block: 2, from: 0 } },
  ])
})

test('a title that the content repeats, and an empty one, are not read', () => {
  expect(sentencesOf('Title', ['Title', 'Text.'], 'en').map(({ text }) => text)).toEqual(['Title', 'Text.'])
  expect(sentencesOf(null, ['Text.'], 'en').map(({ text }) => text)).toEqual(['Text.'])
})

test('sentences of languages without spaces are told apart', () => {
  expect(sentencesOf(null, ['雨が降った。川が増えた。'], 'ja').map(({ text }) => text)).toEqual([
    '雨が降った。',
    '川が増えた。',
  ])
})

test.each([
  ['a comma', `${'word '.repeat(40)}end, ${'more '.repeat(40)}end.`],
  ['a space', `${'word '.repeat(100)}end.`],
  ['no place at all', 'x'.repeat(1000)],
])('a long sentence is read in pieces: %s', (_, text) => {
  const sentences = sentencesOf(null, [text], 'en')
  expect(sentences.length).toBeGreaterThan(1)
  for (const { text: piece, place } of sentences) {
    expect(piece.length).toBeLessThanOrEqual(MAX_SENTENCE)
    expect(text.slice(place?.from, (place?.from ?? 0) + piece.length)).toBe(piece)
  }
  expect(
    sentences
      .map(({ text: piece }) => piece)
      .join('')
      .replaceAll(' ', ''),
  ).toBe(text.replaceAll(' ', ''))
})

test('the script outweighs what the feed declares, and a wrong tag counts as none', () => {
  expect(languageOf('雨が降った。', 'en')).toBe('ja-JP')
  expect(languageOf('비가 왔다', null)).toBe('ko-KR')
  expect(languageOf('下雨了。', 'zh-TW')).toBe('zh-TW')
  expect(languageOf('下雨了。', 'en')).toBe('zh-CN')
  expect(languageOf('Der Fluss', 'de-AT')).toBe('de-AT')
  expect(languageOf('The river', 'ja')).toBeUndefined()
  expect(languageOf('The river', 'English, please')).toBeUndefined()
  expect(languageOf('The river', null)).toBeUndefined()
})
