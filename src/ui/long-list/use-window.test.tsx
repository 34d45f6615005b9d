// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { layOut, type Geometry, type Window } from './geometry.ts'
import { viewportOf, type Viewport } from './use-viewport.ts'
import { useWindow } from './use-window.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** Two rows of 80 px stay visible beyond the one that is navigated to. */
const plain = layOut([{ from: 0, to: 1000 }], { rowHeight: 80, headerHeight: 0, columns: 1 })

function listOver(height: number, geometry = plain, start = 0) {
  const viewport = viewportOf({ current: null }, start)
  Object.assign(viewport, { seen: { top: start, height, width: 300 }, measured: true })
  const drawn: Window[] = []
  function List({ list = 'all', row, of = geometry }: { list?: string; row: number; of?: Geometry }) {
    drawn.push(useWindow(of, viewport, { list, id: String(row), row }))
    return null
  }
  const root = createRoot(document.createElement('div'))
  const draw = (row: number, list?: string, of?: Geometry) =>
    act(async () => root.render(<List row={row} {...(list && { list })} {...(of && { of })} />))
  const viewportChanged = (seen: Partial<Viewport['seen']>) =>
    act(async () => {
      viewport.seen = { ...viewport.seen, ...seen }
      viewport.measured = true
      for (const received of viewport.listeners) received()
    })
  return { viewport, drawn, draw, viewportChanged }
}

/** On a page of which the browser has not yet viewportChanged how high the list is. */
function unmeasured(start = 0): ReturnType<typeof listOver> {
  const over = listOver(0, plain, start)
  over.viewport.measured = false
  return over
}

test('a step beyond what is drawn draws the list once, with the row in it, and scrolls to it', async () => {
  const { viewport, drawn, draw } = listOver(600)
  await draw(-1)
  expect(drawn).toHaveLength(1)
  await draw(40)
  expect(drawn).toHaveLength(2)
  expect(drawn[1]?.from).toBeLessThanOrEqual(40)
  expect(drawn[1]?.to).toBeGreaterThan(40)
  expect(viewport.seen.top).toBe(43 * 80 - 600)
})

test('a user who scrolled away from the open row stays there when the list is rendered again', async () => {
  const { viewport, draw, viewportChanged } = listOver(600)
  await draw(3)
  await viewportChanged({ top: 20_000 })
  await draw(3)
  expect(viewport.seen.top).toBe(20_000)
})

test('another list begins at its top, a row that is open in it is brought into sight', async () => {
  const { viewport, draw, viewportChanged } = listOver(600)
  await draw(-1)
  await viewportChanged({ top: 20_000 })
  await draw(-1, 'starred')
  expect(viewport.seen.top).toBe(0)
  await draw(100, 'today')
  expect(viewport.seen.top).toBe(103 * 80 - 600)
})

test('a list that is hidden takes the step when it is shown', async () => {
  const { viewport, drawn, draw, viewportChanged } = listOver(0)
  await draw(100)
  expect(viewport.seen.top).toBe(0)
  await viewportChanged({ height: 600 })
  expect(viewport.seen.top).toBe(103 * 80 - 600)
  expect(drawn.at(-1)?.to).toBeGreaterThan(100)
})

test('a viewport that becomes narrower draws a grid again, and no list', async () => {
  const rows = listOver(600)
  await rows.draw(-1)
  await rows.viewportChanged({ width: 200 })
  expect(rows.drawn).toHaveLength(1)
  const grid = listOver(600, layOut(plain.spans, { ...plain.shape, columns: 3, width: 300 }))
  await grid.draw(-1)
  await grid.viewportChanged({ width: 200 })
  expect(grid.drawn).toHaveLength(2)
})

test('a list that is not measured yet is drawn once, and brings its row into sight when it is', async () => {
  const atTop = unmeasured()
  await atTop.draw(2)
  await atTop.viewportChanged({ height: 600 })
  expect(atTop.drawn).toHaveLength(1)
  expect(atTop.drawn[0]?.to).toBeGreaterThan(600 / 80)
  // Whoever has scrolled away since stays there.
  await atTop.viewportChanged({ top: 20_000 })
  await atTop.draw(2)
  expect(atTop.viewport.seen.top).toBe(20_000)

  const farDown = unmeasured()
  await farDown.draw(100)
  expect(farDown.drawn[0]?.from).toBe(0)
  await farDown.viewportChanged({ height: 600 })
  expect(farDown.viewport.seen.top).toBe(103 * 80 - 600)
})

test('the first list begins where the last visit left it, and later ones at their top', async () => {
  const { viewport, drawn, draw, viewportChanged } = unmeasured(2000)
  await draw(-1)
  expect(drawn[0]?.from).toBeGreaterThan(0)
  expect(drawn[0]?.to).toBeGreaterThan((2000 + 600) / 80)
  await viewportChanged({ height: 600 })
  expect(viewport.seen.top).toBe(2000)
  await draw(-1, 'starred')
  expect(viewport.seen.top).toBe(0)
})

test('a new list is rendered as far as it is visible, and beyond after a move in it or a delay', async () => {
  vi.useFakeTimers()
  const resting = listOver(600)
  await resting.draw(-1)
  expect(resting.drawn).toEqual([{ firstSpan: 0, lastSpan: 0, from: 0, to: 8 }])
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(resting.drawn).toHaveLength(2)
  expect(resting.drawn[1]?.to).toBeGreaterThan(16)

  const moved = listOver(600)
  await moved.draw(-1)
  await moved.viewportChanged({ top: 10 })
  expect(moved.drawn[1]?.to).toBeGreaterThan(16)
  await moved.viewportChanged({ top: 0 })
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(moved.drawn).toHaveLength(2)
  vi.useRealTimers()
})

test('a jump target is rendered as far as it is visible, and beyond after a delay or with the next move', async () => {
  vi.useFakeTimers()
  const leapt = listOver(600)
  await leapt.draw(-1)
  await leapt.viewportChanged({ top: 40_000 })
  expect(leapt.drawn.at(-1)).toEqual({ firstSpan: 0, lastSpan: 0, from: 500, to: 508 })
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(leapt.drawn).toHaveLength(3)
  expect(leapt.drawn.at(-1)).toEqual({ firstSpan: 0, lastSpan: 0, from: 490, to: 518 })
  await leapt.viewportChanged({ top: 40_160 })
  expect(leapt.drawn).toHaveLength(3)

  await leapt.viewportChanged({ top: 8000 })
  await leapt.viewportChanged({ top: 8010 })
  expect(leapt.drawn).toHaveLength(5)
  expect(leapt.drawn.at(-1)?.from).toBeLessThanOrEqual(91)
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(leapt.drawn).toHaveLength(5)
  vi.useRealTimers()
})

test('rows that come in before those that are drawn are no leap', async () => {
  const { viewport, drawn, draw, viewportChanged } = listOver(600)
  await draw(-1)
  await viewportChanged({ top: 40_000 })
  await viewportChanged({ top: 40_010 })
  viewport.seen = { ...viewport.seen, top: 64_000 }
  await draw(-1, 'all', layOut([{ from: 0, to: 1300 }], plain.shape))
  expect(drawn.at(-1)).toEqual({ firstSpan: 0, lastSpan: 0, from: 790, to: 818 })
})

/** A list of ids whose current one is `current`. */
function listOfIds(ids: readonly number[], current: number | null) {
  const viewport = viewportOf({ current: null })
  Object.assign(viewport, { seen: { top: 0, height: 600, width: 300 }, measured: true })
  function List({ rows, id }: { rows: readonly number[]; id: number | null }) {
    useWindow(layOut([{ from: 0, to: rows.length }], plain.shape), viewport, {
      list: 'all',
      id: id === null ? null : String(id),
      row: id === null ? -1 : rows.indexOf(id),
      keyAt: (row) => rows[row],
      rowOf: (key) => rows.indexOf(key as number),
    })
    return null
  }
  const root = createRoot(document.createElement('div'))
  const draw = (rows: readonly number[]) => act(async () => root.render(<List rows={rows} id={current} />))
  const scrollTo = (top: number) =>
    act(async () => {
      viewport.seen = { ...viewport.seen, top }
      for (const listener of viewport.listeners) listener()
    })
  return { viewport, scrollTo, draw, first: () => draw(ids) }
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

test('the current row stays where it is on screen when rows come above it or leave', async () => {
  const { viewport, scrollTo, draw, first } = listOfIds(range(0, 500), 100)
  await first()
  await scrollTo(100 * 80 - 240)
  await draw([...range(-30, 0), ...range(0, 500)])
  expect(viewport.seen.top).toBe(130 * 80 - 240)
  await draw(range(90, 500))
  expect(viewport.seen.top).toBe(10 * 80 - 240)
})

test('the rows in sight stay where they are when the current one is out of sight', async () => {
  const { viewport, scrollTo, draw, first } = listOfIds(range(0, 500), 3)
  await first()
  await scrollTo(200 * 80 + 20)
  await draw([...range(-30, 0), ...range(0, 500)])
  expect(viewport.seen.top).toBe(230 * 80 + 20)
  // The first visible row has left: the next one is where it was.
  await draw(range(0, 500).filter((id) => id !== 200))
  expect(viewport.seen.top).toBe(200 * 80 - 60)
})

test('at the top of a list without a current row the newest rows are seen', async () => {
  const { viewport, draw, first } = listOfIds(range(0, 500), null)
  await first()
  await draw(range(-30, 500))
  expect(viewport.seen.top).toBe(0)
})
