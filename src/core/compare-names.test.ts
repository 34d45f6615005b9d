import { expect, test } from 'vitest'
import { compareNames } from './compare-names.ts'

/** The same ones in every run. */
function names(count: number): string[] {
  let seed = 7
  const below = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % limit
  }
  const letter = () => String.fromCharCode(below(3) > 0 ? 'aAbB'.charCodeAt(below(4)) : 32 + below(95))
  return Array.from({ length: count }, () => Array.from({ length: below(6) }, letter).join(''))
}
const english = new Intl.Collator('en', { numeric: true })

test('ASCII names sort as in the locale: signs, digits, letters, lower case before upper case', () => {
  const all = names(4000)
  for (const [at, one] of all.entries()) {
    const other = all[all.length - 1 - at] ?? ''
    expect(Math.sign(compareNames(one, other)), `${one} | ${other}`).toBe(english.compare(one, other))
  }
  expect(all.toSorted(compareNames)).toEqual(all.toSorted(english.compare))
})

test('names with other letters sort as in the locale', () => {
  const sorted = ['Äther', 'apple', 'Zebra', 'Éclair', 'ästhetik', '漢字', 'Ωmega'].toSorted(compareNames)
  expect(sorted).toEqual(sorted.toSorted(english.compare))
})

test('numbers sort by their value, wherever they are', () => {
  const sorted = ['Feed 1', 'Feed 2', 'Feed 2b', 'Feed 10', 'Feed 010 b', 'v2.9', 'v2.10', 'v10']
  expect(sorted.toReversed().toSorted(compareNames)).toEqual(sorted)
  expect(compareNames('Feed 007', 'feed 7')).toBe(1)
})
