// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { FileButton } from './file-button.tsx'

test('a press opens the choice of a file, and the chosen one is passed on', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const root = createRoot(document.body)
  const files: string[] = []
  await act(() =>
    root.render(
      <FileButton accept=".json" onFile={({ name }) => files.push(name)}>
        Import
      </FileButton>,
    ),
  )
  const input = document.querySelector('input')!
  let opened = 0
  input.addEventListener('click', () => (opened += 1))
  document.querySelector('button')!.click()
  expect([opened, input.accept]).toEqual([1, '.json'])
  Object.defineProperty(input, 'files', { value: [new File(['{}'], 'rules.json')] })
  await act(() => input.dispatchEvent(new Event('change', { bubbles: true })))
  expect(files).toEqual(['rules.json'])
  await act(() => root.unmount())
})
