/** Formats a tinykeys sequence: `$mod+Shift+A` is ⇧⌘A on a Mac and Ctrl Shift A elsewhere. */
import { usCharacter } from '../core/key-press.ts'
import { splitAlternatives } from '../core/keys.ts'
import { keyLabel } from './keyboard-layout.ts'

export type Platform = 'mac' | 'other'

/** A press is a list of keys pressed together; a sequence is a list of presses. */
export type KeyPress = readonly string[]
export type KeySequence = readonly KeyPress[]

type Caps = Readonly<Record<string, string>>

/** Spec 2, and outside of the Mac as its keyboards and programs have them. */
const modifierOrder: Readonly<Record<Platform, readonly string[]>> = {
  mac: ['Shift', 'Control', 'Meta', 'Alt'],
  other: ['Control', 'Alt', 'Shift', 'Meta'],
}

const caps: Readonly<Record<Platform, Caps>> = {
  mac: {
    Control: '⌃',
    Alt: '⌥',
    Shift: '⇧',
    Meta: '⌘',
    Enter: '↩',
    Backspace: '⌫',
    Delete: '⌦',
    Tab: '⇥',
    Escape: 'esc',
  },
  other: { Control: 'Ctrl', Meta: 'Win', Enter: '↵', Delete: 'Del', Escape: 'Esc' },
}

const sharedCaps: Caps = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  ' ': 'Space',
  // Any key: the placeholder of core/key-press.ts.
  '{key}': '…',
}

/** macOS and iOS have the Command key; detected once. */
export const currentPlatform: Platform =
  typeof navigator !== 'undefined' && /mac|iphone|ipad|ipod/i.test(navigator.platform || navigator.userAgent)
    ? 'mac'
    : 'other'

/** Reads one alternative of a binding, e.g. `g t` or `Shift+$mod+Z`, into the caps to draw. */
export const keySequence = (keys: string, platform: Platform = currentPlatform): KeySequence =>
  keys
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    // `[Shift]+?`: the keyboard layout decides whether the question mark needs Shift.
    .map((press) => pressCaps(press.replaceAll(/\[\w+\]\+/g, ''), platform))

/** The same in one line of text, for titles and screen readers: `Ctrl+Shift+A`, `⇧⌘A`, `G T`. */
export const keyText = (keys: string, platform: Platform = currentPlatform): string =>
  keySequence(keys, platform)
    .map((press) => press.join(platform === 'mac' ? '' : '+'))
    .join(' ')

/** The first alternative in the form of the aria-keyshortcuts attribute: `Control+Shift+A`. */
export const ariaKeys = (keys: string, platform: Platform = currentPlatform): string | undefined => {
  const presses = (splitAlternatives(keys)[0] ?? '')
    .replaceAll(/\[\w+\]\+/g, '')
    .split(/\s+/)
    .filter(Boolean)
  // aria-keyshortcuts knows no sequences, so `g t` is left to the eyes.
  return presses.length === 1
    ? pressParts(presses[0]!)
        .map((part) => plainModifier(part, platform))
        .join('+')
    : undefined
}

const pressCaps = (press: string, platform: Platform): KeyPress => {
  const parts = pressParts(press).map((part) => plainModifier(part, platform))
  const modifiers = modifierOrder[platform].filter((modifier) => parts.includes(modifier))
  const others = parts.filter((part) => !modifierOrder[platform].includes(part))
  return [...modifiers, ...others].map((part) => cap(part, platform))
}

/** `$mod++` contains the plus key: an empty part is the plus itself. */
const pressParts = (press: string): readonly string[] =>
  press === '+'
    ? ['+']
    : press
        .replace(/\+\+$/, '+Plus')
        .split('+')
        .filter(Boolean)
        .map((part) => (part === 'Plus' ? '+' : part))

const plainModifier = (part: string, platform: Platform): string =>
  part === '$mod' ? (platform === 'mac' ? 'Meta' : 'Control') : part

const cap = (part: string, platform: Platform): string =>
  caps[platform][part] ?? sharedCaps[part] ?? upper(keyLabel(usCharacter(part, false) ?? part))

const upper = (part: string): string => (part.length === 1 ? part.toUpperCase() : part)
