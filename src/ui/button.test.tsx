// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Button, IconButton } from './button.tsx'

let root: Root
const location = () => document.querySelector('button')!

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = '<form></form>'
  root = createRoot(document.querySelector('form')!)
})
afterEach(() => act(() => root.unmount()))

const draw = (what: ReactNode) => act(() => root.render(what))

test('a press on a busy button does nothing, sends no form and keeps the focus', async () => {
  let pressed = 0
  await draw(
    <Button busy type="submit" commandId="entry:star" onClick={() => (pressed += 1)}>
      Save
    </Button>,
  )
  location().focus()
  let sent = false
  document.querySelector('form')!.addEventListener('submit', () => (sent = true))
  location().click()
  expect([pressed, sent, document.activeElement === location()]).toEqual([0, false, true])
  expect(location().dataset.commandId).toBeUndefined()
})

test('a button exposes its command, its keys and its label', async () => {
  await draw(<IconButton label="Star" icon="☆" commandId="entry:star" keys="Shift+S" pressed />)
  const button = location()
  expect(button.dataset).toMatchObject({ commandId: 'entry:star', tooltip: 'Star', tooltipKeys: 'Shift+S' })
  expect(button.getAttribute('aria-label')).toBe('Star')
  expect(button.getAttribute('aria-pressed')).toBe('true')
  expect(button.getAttribute('aria-keyshortcuts')).toBe('Shift+S')
  expect(button.type).toBe('button')
})
