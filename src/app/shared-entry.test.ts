import { expect, test } from 'vitest'
import { sharedEntryOf } from './shared-entry.ts'

test('an address is that of a shared entry with its mark alone', () => {
  const path = '/timeline/view-0/all/1234567890123456'
  expect(sharedEntryOf(path, '?share=1')).toBe('1234567890123456')
  expect(sharedEntryOf(path, '?a=b&share=1')).toBe('1234567890123456')
  expect(sharedEntryOf(path, '')).toBeNull()
  expect(sharedEntryOf('/timeline/view-0/all/123', '?share=1')).toBeNull()
  expect(sharedEntryOf(path, '?share=0')).toBeNull()
  expect(sharedEntryOf('/timeline/view-0/all/pending', '?share=1')).toBeNull()
  expect(sharedEntryOf('/settings/general', '?share=1')).toBeNull()
})
