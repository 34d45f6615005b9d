import { expect, test } from 'vitest'
import { splitPipeline } from './split-pipeline.ts'

test.each([
  ['', '', []],
  ['is:unread', 'is:unread', []],
  ['is:unread older:3d | star|mark-read', 'is:unread older:3d', ['star', 'mark-read']],
  ['is:unread | | star ||', 'is:unread', ['star']],
  ['| star', '', ['star']],
  ['"a | b" title:"c|d" | star', '"a | b" title:"c|d"', ['star']],
  ['"a \\" | b" | star', '"a \\" | b"', ['star']],
  ['in:"News | star', 'in:"News', ['star']],
  ['in:News | save "x', 'in:News', ['save "x']],
  ['a\\ | star', 'a\\', ['star']],
])('%j is the query %j and the commands %j', (text, query, steps) => {
  expect(splitPipeline(text)).toEqual({ query, steps })
})
