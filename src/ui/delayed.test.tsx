// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Delayed } from './delayed.tsx'

let root: Root
beforeEach(async () => {
  vi.useFakeTimers()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = '<div id="place"></div>'
  root = createRoot(document.querySelector('#place')!)
  await act(() => root.render(<Delayed>On its way</Delayed>))
})
afterEach(async () => {
  await act(() => root.unmount())
  vi.useRealTimers()
})

const shown = () => document.querySelector('#place')?.textContent

test('immediate content never shows a loading state', async () => {
  expect(shown()).toBe('')
  await act(() => root.render(<p>Here</p>))
  await act(() => vi.runAllTimers())
  expect(shown()).toBe('Here')
})

test('what takes longer is', async () => {
  await act(() => vi.runAllTimers())
  expect(shown()).toBe('On its way')
})
