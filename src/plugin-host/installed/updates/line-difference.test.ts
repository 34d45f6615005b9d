import { expect, test } from 'vitest'
import { codeLines, lineDifference, type DifferenceRow } from './line-difference.ts'

const shown = (rows: readonly DifferenceRow[]) =>
  rows.map((row) =>
    row.kind === 'gap'
      ? `@ ${row.count}`
      : `${{ same: ' ', added: '+', removed: '-' }[row.kind]} ${row.text}`,
  )
const between = (before: string, after: string) => shown(lineDifference(before.split(' '), after.split(' ')))

test('changed lines are shown with three lines around them', () => {
  expect(between('a b c d e f g h i j', 'a b c d E f g h i j')).toEqual([
    '@ 1',
    '  b',
    '  c',
    '  d',
    '- e',
    '+ E',
    '  f',
    '  g',
    '  h',
    '@ 2',
  ])
  expect(between('a b', 'a x b')).toEqual(['  a', '+ x', '  b'])
  expect(between('a x b', 'a b')).toEqual(['  a', '- x', '  b'])
  expect(between('a b', 'a b')).toEqual([])
})

test('as few lines as possible are shown as changed', () => {
  const rows = between('a b c a b b a', 'c b a b a c')
  expect(rows.filter((row) => /^[+-]/.test(row))).toHaveLength(5)
})

test('both versions can be read from the difference', () => {
  let seed = 7
  const random = (limit: number) => (seed = (seed * 16_807) % 2_147_483_647) % limit
  const lines = () => ['start', ...Array.from({ length: random(12) }, () => 'abcd'[random(4)]!), 'end']
  const versions = Array.from({ length: 200 }, () => [lines(), lines()] as const)
  const read = versions.map(([before, after]) => {
    const rows = lineDifference(before, after)
    // Gaps are the same in both: their lines are taken from the version before.
    const of = (left: string) => {
      let at = 0
      return rows.flatMap((row) => {
        if (row.kind === 'gap') return before.slice(at, (at += row.count))
        if (row.kind !== 'added') at += 1
        return row.kind === left ? [] : [row.text]
      })
    }
    return rows.length === 0 ? [before, before] : [of('added'), of('removed')]
  })
  expect(read).toEqual(versions)
})

test('code that has nothing in common is replaced as a whole', () => {
  const lines = (name: string) => Array.from({ length: 2000 }, (_, at) => `${name}${at}`)
  const rows = lineDifference(lines('a'), lines('b'))
  expect(rows).toHaveLength(4000)
  expect([rows[0], rows[2000]]).toEqual([
    { kind: 'removed', text: 'a0' },
    { kind: 'added', text: 'b0' },
  ])
})

test('minified code is broken where its statements end', () => {
  const minified = `${'let one=1;'.repeat(20)}function two(){return 2}`
  const lines = codeLines(`short;short\n${minified}`)
  expect(lines.slice(0, 3)).toEqual(['short;short', 'let one=1;', 'let one=1;'])
  expect(lines.slice(-2)).toEqual(['function two(){', 'return 2}'])
  expect(Math.max(...codeLines('x'.repeat(1000)).map(({ length }) => length))).toBe(160)
  expect(codeLines(minified).join('')).toBe(minified)
})
