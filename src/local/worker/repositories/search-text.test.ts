import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexWords, matchExpression, plainText } from './search-text.ts'

test('runs of Chinese and Japanese become overlapping pairs, other words stay', () => {
  expect(indexWords('日本語')).toBe('日本 本語 語')
  expect(indexWords('データベース入門 for Beginners')).toBe(
    'デー ータ タベ ベー ース ス入 入門 門 for Beginners',
  )
  expect(indexWords('用React写网页')).toBe('用 React 写网 网页 页')
  expect(indexWords('中')).toBe('中')
  expect(indexWords('Ｆｕｌｌ　ｗｉｄｔｈ')).toBe('Full width')
  expect(indexWords('  …—! ')).toBe('')
})

test('a query becomes words that all must occur, the last as a prefix', () => {
  expect(matchExpression('lectern rea')).toBe('"lectern" "rea*"')
  expect(matchExpression('lectern ')).toBe('"lectern"')
  expect(matchExpression('本語')).toBe('"本語*"')
  expect(matchExpression('日本語')).toBe('"日本 本語*"')
  expect(matchExpression('语')).toBe('"语*"')
  expect(matchExpression('a')).toBe('"a"')
  expect(matchExpression('"OR" NEAR( -x*')).toBe('"OR" "NEAR" "x"')
  expect(matchExpression(' ?! ')).toBeNull()
})

test('no text makes an expression with operators', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const expression = matchExpression(typed)
      expect(expression === null || /^"[^"]+"( "[^"]+")*$/.test(expression)).toBe(true)
    }),
  )
})

test('markup of a summary is not indexed', () => {
  expect(plainText('<p class="lead">Fish &amp; chips<script>alert(1)</script></p> &#26085;', 100)).toBe(
    'Fish chips 日',
  )
  expect(plainText('<a href="unended', 100)).toBe('')
})
