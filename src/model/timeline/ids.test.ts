import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idsIn, idText, indexOfId, packIds } from './ids.ts'

/** Ids as the contract has them, what comes close to them, and anything else. */
const id = fc.oneof(
  fc.bigInt({ min: 10n ** 12n, max: 2n ** 63n - 1n }).map(String),
  fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map(String),
  fc.stringMatching(/^0?\d{1,20}$/),
  fc.string(),
)
const edges = ['9223372036854775807', '9223372036854775808', '8999999999999999999', '18446744073709551617']

test('any id is unpacked unchanged and found at its index', () => {
  const property = fc.property(fc.uniqueArray(id, { maxLength: 40 }), (ids) => {
    const packed = packIds(ids)
    expect(idsIn(packed)).toEqual(ids)
    for (const [index, one] of ids.entries()) {
      expect(idText(packed[index])).toBe(one)
      expect(indexOfId(packed, one)).toBe(index)
    }
  })
  fc.assert(property, { numRuns: 300, examples: [[edges], [['', '0', '00', '-1', '1', ' 1', '1e3', '+1']]] })
})

test('an id that is not listed is not found', () => {
  const packed = packIds(['345678901234567890', 'e1'])
  for (const one of ['345678901234567891', '0345678901234567890', '-1', '-2', 'e2', '']) {
    expect(indexOfId(packed, one)).toBe(-1)
  }
})

test('a range of a list equals the range of its strings', () => {
  expect(idsIn(packIds(['13', '12', 'x', '11']), 1, 3)).toEqual(['12', 'x'])
})
