// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { leaveFrames } from './frames.ts'

const pressed: string[] = []
beforeAll(() => leaveFrames(({ key }) => void pressed.push(key ?? '')))
afterEach(() => document.body.replaceChildren())

test('the pointer outside a focused frame hands the focus back to the pane around it', () => {
  document.body.innerHTML =
    '<main data-focus-area="entry-render"><div data-scroll tabindex="0"><iframe srcdoc=""></iframe></div><p></p></main>'
  const frame = document.querySelector('iframe')
  Object.defineProperty(document, 'activeElement', { configurable: true, get: () => frame })
  const focused = vi.spyOn(document.querySelector<HTMLElement>('[data-scroll]') as HTMLElement, 'focus')
  document.querySelector('p')?.dispatchEvent(new Event('pointerover', { bubbles: true }))
  expect(focused).toHaveBeenCalledOnce()
  frame?.dispatchEvent(new Event('pointerover', { bubbles: true }))
  expect(focused).toHaveBeenCalledOnce()
  Reflect.deleteProperty(document, 'activeElement')
})

test('keys within a frame of the same origin are those of the page, and Escape leaves the frame', async () => {
  document.body.innerHTML =
    '<main data-focus-area="entry-render"><div data-scroll tabindex="0"><iframe srcdoc=""></iframe></div></main>'
  const frame = document.querySelector('iframe') as HTMLIFrameElement
  // The test's frames have no document.
  const inner = document.implementation.createHTMLDocument()
  Object.defineProperty(frame, 'contentDocument', { configurable: true, get: () => inner })
  Object.defineProperty(document, 'activeElement', { configurable: true, get: () => frame })
  window.dispatchEvent(new Event('blur'))
  window.dispatchEvent(new Event('blur'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  const scroller = document.querySelector<HTMLElement>('[data-scroll]') as HTMLElement
  const focused = vi.spyOn(scroller, 'focus')
  const press = (key: string) => inner.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
  press('k')
  expect(pressed).toEqual(['k'])
  press('Escape')
  expect(pressed).toEqual(['k'])
  expect(focused).toHaveBeenCalledOnce()
  Reflect.deleteProperty(document, 'activeElement')
})
