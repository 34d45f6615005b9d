import { expect, test } from 'vitest'
import { isVisibleName, visibleName } from './visible-name.ts'

test.each([
  ['ada\u202Enimda', 'ada nimda'],
  ['\u2066Ada\u2069', 'Ada'],
  ['A\u00ADda\u200B', 'A da'],
  ['Ada\nLovelace', 'Ada Lovelace'],
  ['\uFEFFAda', 'Ada'],
  ['\u200F\u200E', ''],
])('%j is shown as %j', (name, visible) => {
  expect(visibleName(name)).toBe(visible)
  expect(isVisibleName(name)).toBe(false)
})

test.each(['Ada Lovelace', 'علی‌رضا', 'नमस्‍ते', '👩‍👩‍👧', '李 四', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'])('%s is a name as it is', (name) => {
  expect(visibleName(name)).toBe(name)
  expect(isVisibleName(name)).toBe(true)
})
