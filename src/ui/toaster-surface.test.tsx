// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissAllToasts, dismissToast, toast } from './toast.ts'
import { ToasterSurface } from './toaster-surface.tsx'

let root: Root
beforeEach(async () => {
  vi.useFakeTimers()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = '<div id="place"></div>'
  root = createRoot(document.querySelector('#place')!)
  await act(() => root.render(<ToasterSurface label="Messages" closeLabel="Close" />))
})
afterEach(async () => {
  dismissAllToasts()
  await act(() => vi.advanceTimersByTime(1000))
  await act(() => root.unmount())
  vi.useRealTimers()
})

const after = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const shown = () => [...document.querySelectorAll('.ui-toast-title')].map((one) => one.textContent)

test('a toast stays that comes while an earlier one of its id leaves', async () => {
  toast('Feeds are checked', { id: 'refresh' })
  await after(500)
  expect(shown()).toEqual(['Feeds are checked'])
  dismissToast('refresh')
  await after(100)
  toast('You are offline', { id: 'refresh' })
  await after(1000)
  expect(shown()).toEqual(['You are offline'])
})

test('one that comes while an earlier one of its id is shown replaces it', async () => {
  toast('Importing', { id: 'import', tone: 'busy' })
  await after(500)
  toast('Imported', { id: 'import' })
  await after(500)
  expect(shown()).toEqual(['Imported'])
  await after(5000)
  expect(shown()).toEqual([])
  toast('Importing again', { id: 'import' })
  await after(500)
  expect(shown()).toEqual(['Importing again'])
})

test('keys follow the title as caps', async () => {
  toast('Go to starred entries:', { keys: 'g s' })
  await after(500)
  const caps = [...document.querySelectorAll('.ui-toast-title kbd kbd')].map((one) => one.textContent)
  expect(caps).toEqual(['G', 'S'])
})
