// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { layOut, type Window } from './geometry.ts'
import type { Viewport } from './use-viewport.ts'
import { useWindow } from './use-window.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const geometry = layOut([{ from: 0, to: 1000 }], { rowHeight: 80, headerHeight: 0, columns: 1 })

function listOver(height: number) {
  const listeners: Viewport['listeners'] = new Set()
  const viewport: Viewport = {
    seen: { top: 0, height, width: 300 },
    goal: null,
    scroller: { current: null },
    listeners,
    listen: (heard) => {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  }
  const drawn: Window[] = []
  function List({ list = 'all', row }: { readonly list?: string; readonly row: number }) {
    drawn.push(useWindow(geometry, viewport, { list, id: String(row), row }))
    return null
  }
  const root = createRoot(document.createElement('div'))
  const draw = (row: number, list?: string) =>
    act(async () => root.render(<List row={row} {...(list && { list })} />))
  const told = (seen: Partial<Viewport['seen']>) =>
    act(async () => {
      viewport.seen = { ...viewport.seen, ...seen }
      for (const heard of listeners) heard()
    })
  return { viewport, drawn, draw, told }
}

test('a step beyond what is drawn draws the list once, with the row in it, and scrolls to it', async () => {
  const { viewport, drawn, draw } = listOver(600)
  await draw(-1)
  expect(drawn).toHaveLength(1)
  await draw(40)
  expect(drawn).toHaveLength(2)
  expect(drawn[1]?.from).toBeLessThanOrEqual(40)
  expect(drawn[1]?.to).toBeGreaterThan(40)
  expect(viewport.seen.top).toBe(41 * 80 - 600)
})

test('whoever scrolled away from the open row stays there when the list is drawn anew', async () => {
  const { viewport, draw, told } = listOver(600)
  await draw(3)
  await told({ top: 20_000 })
  await draw(3)
  expect(viewport.seen.top).toBe(20_000)
})

test('another list begins at its top, a row that is open in it is brought into sight', async () => {
  const { viewport, draw, told } = listOver(600)
  await draw(-1)
  await told({ top: 20_000 })
  await draw(-1, 'starred')
  expect(viewport.seen.top).toBe(0)
  await draw(100, 'today')
  expect(viewport.seen.top).toBe(101 * 80 - 600)
})

test('a list that is hidden takes the step when it is shown', async () => {
  const { viewport, drawn, draw, told } = listOver(0)
  await draw(100)
  expect(viewport.seen.top).toBe(0)
  await told({ height: 600 })
  expect(viewport.seen.top).toBe(101 * 80 - 600)
  expect(drawn.at(-1)?.to).toBeGreaterThan(100)
})

test('a viewport that becomes narrower draws the list again', async () => {
  const { drawn, draw, told } = listOver(600)
  await draw(-1)
  await told({ width: 200 })
  expect(drawn).toHaveLength(2)
})
