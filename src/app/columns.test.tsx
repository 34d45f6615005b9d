// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { Columns, type Column } from './columns.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('columns have named separators from the first render, and another set of columns keeps the panes in them', async () => {
  const page = document.body.appendChild(document.createElement('div'))
  const tree: Column = { id: 'tree', content: <nav />, width: 250, separatorLabel: 'Width of the tree' }
  const list: Column = {
    id: 'list',
    content: <ul data-scroll />,
    width: 300,
    minWidth: 260,
    maxWidth: 720,
    separatorLabel: 'Width',
  }
  const text: Column = { id: 'text', content: <p>Text</p>, minWidth: 280 }
  const root = createRoot(page)
  const draw = (columns: readonly Column[]) =>
    act(async () => root.render(<Columns columns={columns} onResized={() => {}} />))
  const labels = () =>
    [...page.querySelectorAll('[role="separator"]')].map((one) => one.getAttribute('aria-label'))

  await draw([tree, list, text])
  const pane = page.querySelector('ul')
  expect(pane?.closest('[data-panel]')?.id).toBe('list')
  expect(labels()).toEqual(['Width of the tree', 'Width'])

  await draw([list, text])
  expect(page.querySelector('ul')).toBe(pane)
  expect(labels()).toEqual(['Width'])
  await draw([list])
  expect(page.querySelector('ul')).toBe(pane)
  expect(labels()).toEqual([])
  await draw([tree, list, text])
  expect(page.querySelector('ul')).toBe(pane)
  await act(async () => root.unmount())
})
