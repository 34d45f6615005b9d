// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { viewportOf } from '../../ui/long-list/index.ts'
import { usePointerRest } from './use-pointer-rest.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** Two rows, of which the first has a button. */
async function twoRows() {
  vi.useFakeTimers()
  const rested: string[] = []
  const report = (id: string) => void rested.push(id)
  const viewport = viewportOf({ current: null })
  function List() {
    return (
      <div {...usePointerRest(viewport, report)}>
        <div data-entry-id="1">
          words <button type="button">star</button>
        </div>
        <div data-entry-id="2">words</div>
      </div>
    )
  }
  const root = document.body.appendChild(document.createElement('div'))
  await act(async () => createRoot(root).render(<List />))
  let moves = 0
  const on = (selector: string, type: string, init: PointerEventInit = {}) =>
    document
      .querySelector(selector)
      ?.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse', ...init }))
  return {
    rested,
    on,
    move: (selector: string, init: PointerEventInit = {}) =>
      on(selector, 'pointermove', { screenX: (moves += 1), screenY: 5, ...init }),
    scrolled: () => viewport.listeners.forEach((hear) => hear(new Event('scroll'))),
    wait: (ms: number) => vi.advanceTimersByTime(ms),
  }
}
const [first, second, button] = ['[data-entry-id="1"]', '[data-entry-id="2"]', 'button']

test('a row is reported when the pointer has lain on it, and not while it moves across', async () => {
  const { rested, move, wait } = await twoRows()
  for (let crossed = 0; crossed < 20; crossed++) {
    move(crossed % 2 ? first : second)
    wait(400)
  }
  expect(rested).toEqual([])
  wait(200)
  expect(rested).toEqual(['1'])
})

test.each(['pointerdown', 'contextmenu'])('a row that is acted on (%s) is not reported', async (type) => {
  const { rested, on, move, wait } = await twoRows()
  move(first)
  wait(300)
  on(first, type)
  wait(1000)
  move(first)
  wait(1000)
  expect(rested).toEqual([])
  move(second)
  wait(600)
  expect(rested).toEqual(['2'])
})

test('neither are rows whose button is pointed at, that are dragged over, or that scroll under the pointer', async () => {
  const { rested, move, scrolled, wait } = await twoRows()
  move(first)
  move(button)
  wait(1000)
  move(second, { buttons: 1 })
  wait(1000)
  move(first, { pointerType: 'touch' })
  wait(1000)
  move(first, { screenX: 999 })
  scrolled()
  move(second, { screenX: 999 })
  wait(1000)
  expect(rested).toEqual([])
})
