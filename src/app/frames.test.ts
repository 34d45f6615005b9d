// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { leaveFrames } from './frames.ts'

afterEach(() => document.body.replaceChildren())

test('the pointer outside a focused frame hands the focus back to the pane around it', () => {
  document.body.innerHTML =
    '<main data-focus-area="entry-render"><div data-scroll tabindex="0"><iframe srcdoc=""></iframe></div><p></p></main>'
  leaveFrames(vi.fn())
  const frame = document.querySelector('iframe')
  Object.defineProperty(document, 'activeElement', { configurable: true, get: () => frame })
  const focused = vi.spyOn(document.querySelector<HTMLElement>('[data-scroll]') as HTMLElement, 'focus')
  document.querySelector('p')?.dispatchEvent(new Event('pointerover', { bubbles: true }))
  expect(focused).toHaveBeenCalledOnce()
  frame?.dispatchEvent(new Event('pointerover', { bubbles: true }))
  expect(focused).toHaveBeenCalledOnce()
  Reflect.deleteProperty(document, 'activeElement')
})
