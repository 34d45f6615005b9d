import { expect, test } from 'vitest'
import { guessLanguage } from './colour-code.ts'

test.each([
  ['python', 'from os import path\n\ndef main():\n    pass'],
  ['rust', 'fn main() {\n    let mut x = 1;\n}'],
  ['go', 'package main\n\nfunc main() {}'],
  ['bash', '$ npm install'],
  ['json', '{ "a": 1 }'],
  ['javascript', "const a = require('b')"],
  ['sql', 'SELECT a\nFROM b'],
  ['diff', 'diff --git a/x b/x\n@@ -1 +1 @@'],
])('%s is known by its marks', (language, code) => {
  expect(guessLanguage(code)).toBe(language)
})

test('prose in a box keeps its colour', () => {
  expect(guessLanguage('Roses are red,\nviolets are blue')).toBeNull()
})
