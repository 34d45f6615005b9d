import { describe, expect, test } from 'vitest'
import {
  canonicalPresses,
  isComposing,
  layoutAfter,
  notationOf,
  readingsOf,
  type Press,
} from './key-press.ts'

/** A press as a browser reports it: `key code` with the modifiers held. */
function press(key: string, code: string, ...current: string[]): Press {
  return {
    key,
    code,
    repeat: false,
    isComposing: false,
    keyCode: 0,
    defaultPrevented: false,
    ctrlKey: current.includes('Control'),
    metaKey: current.includes('Meta'),
    altKey: current.includes('Alt'),
    target: null,
    getModifierState: (name) => current.includes(name),
    preventDefault: () => {},
    stopPropagation: () => {},
  }
}

type Row = readonly [binding: string, key: string, code: string, ...held: string[]]
/** Presses as recorded on each layout, and the binding that each must match. */
const layouts: Readonly<Record<string, readonly Row[]>> = {
  us: [
    ['j', 'j', 'KeyJ'],
    ['Shift+j', 'J', 'KeyJ', 'Shift'],
    ['j', 'J', 'KeyJ', 'CapsLock'],
    ['?', '?', 'Slash', 'Shift'],
    ['[Shift]+?', '?', 'Slash', 'Shift'],
    ['$mod+Comma', ',', 'Comma', 'Control'],
    ['Shift+Digit1', '!', 'Digit1', 'Shift'],
    ['Shift+Space', ' ', 'Space', 'Shift'],
    ['Space', ' ', 'Space'],
    ['5', '5', 'Numpad5'],
  ],
  de: [
    ['/', '/', 'Digit7', 'Shift'],
    ['[Shift]+?', '?', 'Minus', 'Shift'],
    ['z', 'z', 'KeyY'],
    ['$mod+z', 'z', 'KeyY', 'Control'],
    ['[', '[', 'Digit8', 'AltGraph'],
    ['[', '[', 'Digit8', 'AltGraph', 'Control', 'Alt'],
    ['$mod+[', '[', 'Digit8', 'AltGraph', 'Control', 'Alt'],
    ['$mod+BracketLeft', '[', 'Digit8', 'AltGraph', 'Control'],
    ['@', '@', 'KeyQ', 'AltGraph'],
    ['$mod+Comma', ',', 'Comma', 'Control'],
  ],
  'de on a Mac': [
    ['[', '[', 'Digit5', 'Alt'],
    ['Alt+s', '‚', 'KeyS', 'Alt'],
    ['Meta+Alt+s', 'ß', 'KeyS', 'Meta', 'Alt'],
  ],
  fr: [
    ['/', '/', 'Period', 'Shift'],
    ['?', '?', 'Comma', 'Shift'],
    ['1', '1', 'Digit1', 'Shift'],
    ['a', 'a', 'KeyQ'],
    ['$mod+Comma', ',', 'KeyM', 'Control'],
    ['[', '[', 'Digit5', 'AltGraph'],
  ],
  ru: [
    ['j', 'о', 'KeyJ'],
    ['Shift+j', 'О', 'KeyJ', 'Shift'],
    ['$mod+k', 'л', 'KeyK', 'Control'],
    ['$mod+Shift+a', 'Ф', 'KeyA', 'Control', 'Shift'],
    ['$mod+Comma', 'б', 'Comma', 'Control'],
    ['$mod+[', 'х', 'BracketLeft', 'Control'],
    ['?', '?', 'Digit7', 'Shift'],
    ['.', '.', 'Slash'],
  ],
  el: [
    ['j', 'ξ', 'KeyJ'],
    ['$mod+k', 'κ', 'KeyK', 'Control'],
  ],
  he: [
    ['j', 'ח', 'KeyJ'],
    ['s', 'ד', 'KeyS'],
    ['g', 'ע', 'KeyG'],
    ['$mod+k', 'ל', 'KeyK', 'Control'],
    ['q', '/', 'KeyQ'],
    ['w', "'", 'KeyW'],
    ['$mod+Comma', 'ת', 'Comma', 'Control'],
  ],
  ar: [
    ['j', 'ت', 'KeyJ'],
    ['b', 'لا', 'KeyB'],
    ['?', '؟', 'Slash', 'Shift'],
    ['3', '٣', 'Digit3'],
  ],
  dvorak: [
    ['g', 'g', 'KeyU'],
    [',', ',', 'KeyW'],
    ['Comma', ',', 'KeyW'],
    ['w', 'w', 'Comma'],
    ['$mod+k', 'k', 'KeyV', 'Control'],
    ['$mod+[', '[', 'Minus', 'Control'],
    ['/', '/', 'BracketLeft'],
  ],
}

describe.each(Object.keys(layouts))('on the layout %s', (layout) => {
  test.each(layouts[layout] ?? [])('%s is typed as %s', (binding, key, code, ...current) => {
    const isForeign = ['ru', 'el', 'he', 'ar'].includes(layout)
    expect(readingsOf(press(key, code, ...current), { latin: !isForeign })).toContain(
      canonicalPresses(binding)[0],
    )
  })
})

test('the character counts on a Latin layout, not the position', () => {
  expect(readingsOf(press('w', 'Comma'))).toEqual(['w'])
  expect(readingsOf(press("'", 'KeyQ'))).toEqual(["'"])
  expect(readingsOf(press('ö', 'Semicolon'))).toEqual(['ö'])
  expect(readingsOf(press('é', 'Digit2'))).toEqual(['é'])
})

test('dead keys and input methods keep their presses, but a chord on a dead key counts', () => {
  expect(readingsOf(press('Dead', 'Quote'))).toEqual([])
  expect(readingsOf(press('Process', 'KeyJ'))).toEqual([])
  expect(readingsOf(press('Dead', 'KeyN', 'Meta', 'Alt'))).toEqual(['alt+meta+n'])
  expect(isComposing({ isComposing: true })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 74 })).toBe(false)
})

test('the script of the last letter tells the layout', () => {
  const foreign = layoutAfter({ key: 'л' }, { latin: true })
  expect(foreign).toEqual({ latin: false })
  expect(layoutAfter({ key: '/' }, foreign)).toBe(foreign)
  expect(layoutAfter({ key: 'k' }, foreign)).toEqual({ latin: true })
})

test('a canonical press can be written as a binding again', () => {
  for (const keys of ['Control+Shift+a', 'ArrowUp', 'Shift+Space', 'PageDown', '/', 'Alt+ContextMenu'])
    expect(canonicalPresses(notationOf(canonicalPresses(keys)[0] ?? ''))).toEqual(canonicalPresses(keys))
})
