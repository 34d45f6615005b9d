import { expect, test } from 'vitest'
import { listIdIn } from './list-address.ts'

test.each<[string, string | null]>([
  ['42', '42'],
  [' https://reader.example/list/42 ', '42'],
  ['https://reader.example/share/lists/42?x=1', '42'],
  ['http://127.0.0.1:4310/timeline/view-1/list-42/pending', '42'],
  ['https://reader.example/timeline/list-42', '42'],
  ['https://reader.example/timeline/view-1/42/pending', null],
  ['https://example.org/feed/42', null],
  ['rust', null],
])('the list in %s', (written, id) => {
  expect(listIdIn(written)).toBe(id)
})
