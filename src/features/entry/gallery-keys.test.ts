// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { galleryAction } from './gallery-keys.ts'

const picture = document.createElement('div')
const press = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  target: picture,
  ...more,
})

test('the keys of the picture viewer', () => {
  const keys = 'l ArrowRight h ArrowLeft j ArrowDown k ArrowUp Home End + = - 0 f F o Enter'.split(' ')
  expect(keys.map((key) => galleryAction(press(key), false))).toEqual([
    'next',
    'next',
    'previous',
    'previous',
    'next-entry',
    'next-entry',
    'previous-entry',
    'previous-entry',
    'first',
    'last',
    'zoom-in',
    'zoom-in',
    'zoom-out',
    'zoom-off',
    'fullscreen',
    'fullscreen',
    'original',
    'read',
  ])
  expect(galleryAction(press('Escape'), false)).toBeNull()
  expect(galleryAction(press('l', { ctrlKey: true }), false)).toBeNull()
})

test('arrows move an enlarged picture, and a focused button keeps its Enter', () => {
  expect(galleryAction(press('ArrowRight'), true)).toBeNull()
  expect(galleryAction(press('l'), true)).toBe('next')
  expect(galleryAction(press('Enter', { target: document.createElement('button') }), false)).toBeNull()
})
