// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Tabs } from './tabs.tsx'

const tabs = [
  { value: 'articles', label: 'Articles', count: 12 },
  { value: 'social', label: 'Social' },
  { value: 'videos', label: 'Videos' },
] as const

const Views = () => {
  const [view, setView] = useState<string>('articles')
  return <Tabs label="Views" value={view} tabs={tabs} onChange={setView} />
}

let root: Root
beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = '<div id="place"></div>'
  root = createRoot(document.querySelector('#place')!)
  await act(() => root.render(<Views />))
  document.querySelector<HTMLElement>('[aria-selected=true]')!.focus()
})
afterEach(() => act(() => root.unmount()))

const press = (key: string) =>
  act(() =>
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    ),
  )
const chosen = () => document.querySelector('[aria-selected=true]')

test('arrows move along the tabs, around the end, and the focus goes with them', async () => {
  await press('ArrowRight')
  expect(chosen()?.textContent).toBe('Social')
  await press('End')
  expect(chosen()?.textContent).toBe('Videos')
  await press('ArrowRight')
  expect(chosen()?.textContent).toBe('Articles12')
  expect(document.activeElement).toBe(chosen())
})

test('keys of the panes that mean nothing to tabs are left to the panes', async () => {
  const received: string[] = []
  const listen = (event: KeyboardEvent) => received.push(event.key)
  window.addEventListener('keydown', listen)
  await press('j')
  await press('ArrowLeft')
  window.removeEventListener('keydown', listen)
  expect(received).toEqual(['j'])
})
