import { expect, test } from 'vitest'
import { isIn } from './language-check.ts'

test.each([
  ['The river rises in the night', 'en', null, true],
  ['Rust 1.90 released', 'en', null, true],
  ['Rust 1.90', 'en', 'de', false],
  ['Der Fluss steigt', 'en', 'en', false],
  ['川が夜のうちに上がった', 'en', 'en', false],
  ['川が夜のうちに上がった', 'ja', null, true],
  ['東京の TypeScript 勉強会', 'ja', null, true],
  ['東京都知事選挙', 'ja', 'ja', true],
  ['东京都知事选举', 'ja', null, false],
  ['这个国家的马', 'zh-CN', null, true],
  ['這個國家的馬', 'zh-CN', null, false],
  ['這個國家的馬', 'zh-TW', null, true],
  ['这个国家的马', 'zh-TW', null, false],
  ['川が夜のうちに上がった', 'zh-CN', null, false],
  ['The river rises', 'zh-TW', null, false],
  // Nothing that could be translated.
  ['2026 – 10:30', 'ja', null, true],
] as const)('%s in %s, declared %s: %s', (text, language, declared, expected) => {
  expect(isIn(text, language, declared)).toBe(expected)
})
