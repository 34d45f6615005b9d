import { expect, test } from 'vitest'
import { splitAlternatives } from '../core/keys.ts'
import { ariaKeys, keySequence, keyText } from './key-label.ts'

test('a shortcut shows the marks of a Mac keyboard, Shift first', () => {
  expect(keySequence('$mod+Shift+A', 'mac')).toEqual([['⇧', '⌘', 'A']])
  expect(keyText('$mod+Alt+S', 'mac')).toBe('⌘⌥S')
  expect(keyText('Control+Enter', 'mac')).toBe('⌃↩')
})

test('elsewhere the same shortcut is spelled with Ctrl', () => {
  expect(keySequence('Shift+$mod+Z', 'other')).toEqual([['Ctrl', 'Shift', 'Z']])
  expect(keyText('$mod+b', 'other')).toBe('Ctrl+B')
})

test('a sequence is two presses, not one', () => {
  expect(keySequence('g t', 'other')).toEqual([['G'], ['T']])
  expect(keyText('g t', 'mac')).toBe('G T')
})

test('arrows, codes and named keys are drawn as they are printed on the key', () => {
  expect(keyText('ArrowUp', 'other')).toBe('↑')
  expect(keyText('Escape', 'other')).toBe('Esc')
  expect(keyText('KeyZ', 'other')).toBe('Z')
  expect(keyText('Digit1', 'other')).toBe('1')
  expect(keyText('Space', 'mac')).toBe('Space')
  expect(keyText('?', 'mac')).toBe('?')
})

test('the plus key can be held with others', () => {
  expect(keySequence('+', 'other')).toEqual([['+']])
  expect(keySequence('$mod++', 'other')).toEqual([['Ctrl', '+']])
})

test('the comma is written by name in a binding and as itself on the key', () => {
  expect(keyText('$mod+Comma', 'other')).toBe('Ctrl+,')
})

test('a comma that is a key has its cap, and one between two bindings has none', () => {
  const caps = (keys: string) => splitAlternatives(keys).map((one) => keyText(one, 'other'))
  expect(caps('Control+,')).toEqual(['Ctrl+,'])
  expect(caps('g ,')).toEqual(['G ,'])
  expect(caps(',')).toEqual([','])
  expect(caps('m, g r,u , Control+,')).toEqual(['M', 'G R', 'U', 'Ctrl+,'])
})

test('screen readers get single key presses, never sequences', () => {
  expect(ariaKeys('Shift+$mod+A', 'other')).toBe('Shift+Control+A')
  expect(ariaKeys('K, ArrowUp', 'mac')).toBe('K')
  expect(ariaKeys('g t', 'mac')).toBeUndefined()
})
