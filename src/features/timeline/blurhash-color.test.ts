import { expect, test } from 'vitest'
import { blurhashColor } from './grid-cell.tsx'

test('a blurhash names the average colour', () => {
  // The example of blurha.sh: a brown shoe on a light ground.
  expect(blurhashColor('LEHV6nWB2yk8pyo0adR*.7kCMdnj')).toBe('#979695')
  expect(blurhashColor('short')).toBeNull()
  expect(blurhashColor('LE""""WB2yk8')).toBeNull()
  expect(blurhashColor(undefined)).toBeNull()
})
