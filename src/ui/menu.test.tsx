// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { Menu, MenuAt, type MenuItem } from './menu.tsx'

const items: readonly MenuItem[] = [{ id: 'one', label: 'One', onSelect: () => {} }]
const areaOf = () => document.querySelector('[role="menu"]')?.getAttribute('data-focus-area')

test('a menu at a point and a menu of a button are focus areas of their own', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<MenuAt at={{ x: 1, y: 1 }} items={items} onClose={() => {}} />)
  await expect.poll(areaOf).toBe('menu')
  root.render(<Menu trigger={<button type="button">More</button>} items={items} />)
  await expect.poll(() => document.querySelector('button')).not.toBeNull()
  document.querySelector('button')?.click()
  await expect.poll(areaOf).toBe('dropdown-menu')
  root.unmount()
})
