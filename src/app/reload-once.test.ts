// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { isMissingModule, reloadOnce, reloadOnMissingModule } from './reload-once.ts'

const reload = vi.fn<() => void>()
beforeEach(() => {
  sessionStorage.clear()
  reload.mockClear()
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
})

test('a missing part of the page reloads it once in a session', () => {
  reloadOnMissingModule()
  const missing = () => {
    const event = new Event('vite:preloadError', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect([missing(), missing()]).toEqual([true, false])
  expect(reload).toHaveBeenCalledTimes(1)
})

test('without a session store the page is not reloaded, as it might be so without end', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('denied')
    },
  })
  expect(reloadOnce()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

test.each([
  ['Failed to fetch dynamically imported module: https://a.example/x.js', true],
  ['error loading dynamically imported module', true],
  ['Importing a module script failed.', true],
  ['Unable to preload CSS for /assets/a.css', true],
  ['x is not a function', false],
])('%s', (message, expected) => {
  expect(isMissingModule(new Error(message))).toBe(expected)
})
