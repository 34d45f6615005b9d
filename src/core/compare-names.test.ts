import { expect, test } from 'vitest'
import { compareNames } from './compare-names.ts'

/** Always the same ones. */
function names(count: number): string[] {
  let seed = 7
  const below = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % limit
  }
  const letter = () => String.fromCharCode(below(3) > 0 ? 'aAbB'.charCodeAt(below(4)) : 32 + below(95))
  return Array.from({ length: count }, () => Array.from({ length: below(6) }, letter).join(''))
}
const english = new Intl.Collator('en')

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
