// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { PasswordField, SearchField, TextArea, TextField } from './field.tsx'

test('a key that an input method handles is no press of the field', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const root = createRoot(document.body)
  const pressed: string[] = []
  const note = (name: string) => () => void pressed.push(name)
  await act(() =>
    root.render(
      <>
        <TextField label="Name" onKeyDown={note('text')} />
        <SearchField label="Search" onKeyDown={note('search')} />
        <TextArea label="Note" onKeyDown={note('area')} />
      </>,
    ),
  )
  const press = (more: KeyboardEventInit & { keyCode?: number }) => {
    pressed.length = 0
    for (const field of document.querySelectorAll('input, textarea'))
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...more }))
    return pressed.join()
  }
  expect(press({ isComposing: true })).toBe('')
  // Safari ends the composition before it reports the key.
  expect(press({ keyCode: 229 })).toBe('')
  expect(press({ keyCode: 13 })).toBe('text,search,area')
  await act(() => root.unmount())
})

test('the button that reveals a password is no stop of Tab, and leaves the focus in the field', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const root = createRoot(document.body)
  await act(() => root.render(<PasswordField label="Password" revealLabel="Show" concealLabel="Hide" />))
  const field = document.querySelector('input')
  const eye = document.querySelector('button')
  expect(eye?.tabIndex).toBe(-1)
  const press = new MouseEvent('mousedown', { bubbles: true, cancelable: true })
  await act(async () => {
    eye?.dispatchEvent(press)
    eye?.click()
  })
  expect([press.defaultPrevented, field?.type]).toEqual([true, 'text'])
  await act(() => root.unmount())
})
