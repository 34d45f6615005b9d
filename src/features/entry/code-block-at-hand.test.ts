// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { codeBlockAtHand } from './code-copy.tsx'

/** Blocks at these heights of the window, in px. */
const blocksAt = (...tops: number[]) =>
  tops.map((top) => {
    const block = document.body.appendChild(document.createElement('pre'))
    block.tabIndex = 0
    block.getBoundingClientRect = () => new DOMRect(0, top, 100, 50)
    return block
  })

test('the block under the pointer is meant before the focused one, and that before the first in view', () => {
  const [above, inView, next] = blocksAt(-200, 100, 300)
  const blocks = [above!, inView!, next!]
  expect(codeBlockAtHand(blocks, null)).toBe(inView)
  next!.focus()
  expect(codeBlockAtHand(blocks, null)).toBe(next)
  expect(codeBlockAtHand(blocks, above!)).toBe(above)
  expect(codeBlockAtHand(blocks, document.createElement('pre'))).toBe(next)
})

test('where no block is in view the first is meant, and without blocks none', () => {
  const blocks = blocksAt(-900, -300)
  expect(codeBlockAtHand(blocks, null)).toBe(blocks[0])
  expect(codeBlockAtHand([], null)).toBeUndefined()
})
