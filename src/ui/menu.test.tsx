// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { MenuAt, Menu, type MenuItem } from './menu.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const items: readonly MenuItem[] = [{ id: 'one', label: 'One', onSelect: () => {} }]
const areaOf = () => document.querySelector('[role="menu"]')?.getAttribute('data-focus-area')

test('a menu at a point and a menu of a button are focus areas of their own', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<MenuAt at={{ x: 1, y: 1 }} items={items} onClose={() => {}} />))
  await act(() => expect.poll(areaOf).toBe('menu'))
  await act(async () => root.render(<Menu trigger={<button type="button">More</button>} items={items} />))
  await act(async () => document.querySelector('button')?.click())
  await act(() => expect.poll(areaOf).toBe('dropdown-menu'))
  await act(async () => root.unmount())
})
