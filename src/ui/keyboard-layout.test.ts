import { afterEach, expect, test } from 'vitest'
import { keyText } from './key-label.ts'
import { keyLabel, loadKeyboardLayout, setKeyboardLayout } from './keyboard-layout.ts'

const ru = new Map([
  ['KeyA', 'ф'],
  ['KeyJ', 'о'],
  ['KeyK', 'л'],
  ['Comma', 'б'],
  ['Slash', '.'],
])
afterEach(() => setKeyboardLayout(new Map()))

test('on a layout of another script the letters printed on the keys are shown', () => {
  expect(['j', ',', '/', '5'].map((one) => keyLabel(one, ru))).toEqual(['о', 'б', '/', '5'])
})

test('on Latin layouts the bound character is shown, wherever it is', () => {
  const de = new Map([
    ['KeyA', 'a'],
    ['KeyY', 'z'],
    ['Slash', '-'],
  ])
  expect(['z', '/', 'j'].map((one) => keyLabel(one, de))).toEqual(['z', '/', 'j'])
})

test('keys are named after the layout once the browser reports it', async () => {
  expect(keyText('$mod+k', 'other')).toBe('Ctrl+K')
  await loadKeyboardLayout({ keyboard: { getLayoutMap: () => Promise.resolve(ru) } })
  expect(keyText('$mod+k', 'other')).toBe('Ctrl+Л')
  expect(keyText('$mod+Comma', 'other')).toBe('Ctrl+Б')
})

test('a browser that refuses the layout changes nothing', async () => {
  await loadKeyboardLayout({ keyboard: { getLayoutMap: () => Promise.reject(new Error('refused')) } })
  await loadKeyboardLayout({})
  expect(keyText('j', 'other')).toBe('J')
})
