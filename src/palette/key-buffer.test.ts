// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { bufferTyping, takeBufferedKeys } from './key-buffer.ts'

const type = (...keys: readonly string[]) => {
  const reached: string[] = []
  const listen = ({ key }: KeyboardEvent) => void reached.push(key)
  document.body.addEventListener('keydown', listen)
  for (const key of keys)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  document.body.removeEventListener('keydown', listen)
  return reached
}

test('letters and Enter typed ahead of the palette are taken over once, and reach nothing else', () => {
  const close = vi.fn<() => void>()
  const release = bufferTyping(close)
  expect(type('d', 'a', 'x', 'Backspace', 'r', 'k', 'Enter', 'j')).toEqual([])
  expect(close).not.toHaveBeenCalled()
  expect(type('Escape')).toEqual([])
  expect(close).toHaveBeenCalledOnce()
  release()
  expect(takeBufferedKeys()).toEqual({ text: 'dark', submitted: true })
  expect(takeBufferedKeys()).toEqual({ text: '', submitted: false })
  expect(type('j')).toEqual(['j'])
})
