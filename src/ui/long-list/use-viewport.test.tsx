// @vitest-environment happy-dom
import { act, useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { layOut } from './geometry.ts'
import { useViewport, type Viewport } from './use-viewport.ts'
import { useWindow } from './use-window.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const geometry = layOut([{ from: 0, to: 1000 }], { rowHeight: 80, headerHeight: 0, columns: 1 })
const HEIGHT = 600

let tellSize: () => void
beforeEach(() => {
  const Sizes = class {
    constructor(notifications: () => void) {
      tellSize = notifications
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Sizes)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function drawAt(row: number) {
  const requests = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHT)
  const drawn: { from: number; to: number }[] = []
  let viewport: Viewport | undefined
  function List() {
    const scroller = useRef<HTMLDivElement>(null)
    const input = useViewport(scroller)
    drawn.push(useWindow(geometry, input, { list: 'all', id: String(row), row }))
    useEffect(() => {
      viewport = input
    }, [input])
    return <div ref={scroller} data-scroll="" />
  }
  const box = document.createElement('div')
  await act(async () => createRoot(box).render(<List />))
  const scroller = box.querySelector('[data-scroll]') as HTMLElement
  return { requests, drawn, scroller, seen: () => viewport?.seen }
}

test('a list is drawn without asking how high it is, which would have the page laid out in the middle of it', async () => {
  const { requests, drawn, seen } = await drawAt(-1)
  expect(drawn).toHaveLength(1)
  expect(requests).not.toHaveBeenCalled()
  await act(async () => tellSize())
  expect(seen()).toMatchObject({ top: 0, height: HEIGHT })
})

test('a list that starts far down is rendered and scrolled there as soon as its size is known, not a frame later', async () => {
  const { drawn, scroller } = await drawAt(500)
  const frames = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(1)
  await act(async () => tellSize())
  expect(scroller.scrollTop).toBe(503 * 80 - HEIGHT)
  expect(drawn.at(-1)?.from).toBeLessThanOrEqual(500)
  expect(drawn.at(-1)?.to).toBeGreaterThan(500)
  // A frame that was asked for finds nothing left to do.
  scroller.scrollTop = 1234
  for (const [run] of frames.mock.calls) run(0)
  expect(scroller.scrollTop).toBe(1234)
})

test('a list that comes back far down is scrolled there though the browser took its empty place to the top meanwhile', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHT)
  const frame = async () =>
    act(async () => {
      await new Promise((painted) => requestAnimationFrame(painted))
    })
  function List({ viewport }: { viewport: Viewport }) {
    useWindow(geometry, viewport, { list: 'all', id: '500', row: 500 })
    return null
  }
  function Pane({ empty }: { empty: boolean }) {
    const scroller = useRef<HTMLDivElement>(null)
    const viewport = useViewport(scroller)
    return (
      <div ref={scroller} data-scroll="">
        {!empty && <List viewport={viewport} />}
      </div>
    )
  }
  const box = document.createElement('div')
  const root = createRoot(box)
  const draw = (empty: boolean) => act(async () => root.render(<Pane empty={empty} />))
  await draw(false)
  await act(async () => tellSize())
  const scroller = box.querySelector('[data-scroll]') as HTMLElement
  const there = 503 * 80 - HEIGHT
  expect(scroller.scrollTop).toBe(there)
  await draw(true)
  scroller.scrollTop = 0
  await draw(false)
  await act(async () => scroller.dispatchEvent(new Event('scroll')))
  await frame()
  expect(scroller.scrollTop).toBe(there)
})
