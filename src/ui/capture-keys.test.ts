// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { captureKeys } from './capture-keys.ts'

test('keys are captured, except those with a modifier and those of an input method', () => {
  const keys: string[] = []
  const stop = captureKeys(({ key }) => keys.push(key) > 0)
  const press = (key: string, more: KeyboardEventInit & { keyCode?: number } = {}) =>
    window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...more }))
  expect(press('a')).toBe(false)
  for (const more of [{ ctrlKey: true }, { isComposing: true }, { keyCode: 229 }])
    expect(press('b', more)).toBe(true)
  stop()
  expect(press('c')).toBe(true)
  expect(keys).toEqual(['a'])
})
