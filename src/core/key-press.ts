/**
 * Key presses as data. A binding names the character that a press types, so that it means the same on every layout;
 * where a layout types no Latin character (Cyrillic, Greek, Hebrew, Arabic …), the position on a US board counts.
 */
import { parseKeybinding } from 'tinykeys'

/** The members of KeyboardEvent that are read. */
export type Press = {
  readonly key: string
  readonly code: string
  readonly repeat: boolean
  readonly isComposing: boolean
  /** 229 while an input method handles the key; some browsers report no composition then. */
  readonly keyCode?: number
  readonly defaultPrevented: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly target: unknown
  composedPath?(): readonly unknown[]
  getModifierState(key: string): boolean
  preventDefault(): void
  stopPropagation(): void
}

/** What is known about the layout from earlier presses. */
export type LayoutState = { readonly latin: boolean }

/** In a binding: any press, which becomes the command's argument of the type `key`. */
export const KEY_PLACEHOLDER = '{key}'

const MODIFIERS = ['Alt', 'Control', 'Meta', 'Shift'] as const
type Modifier = (typeof MODIFIERS)[number]

/** Characters of a US board by `KeyboardEvent.code`, without and with Shift; letters and digits are derived. */
const US_SYMBOLS: Readonly<Record<string, string>> = {
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: `'"`,
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
}
const SHIFTED_DIGITS = ')!@#$%^&*('

/** The character at a position of a US board. @returns undefined: the key types none */
export function usCharacter(code: string, shift: boolean): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return letter.toLowerCase()
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  if (digit) return shift ? SHIFTED_DIGITS[Number(digit)] : digit
  return US_SYMBOLS[code]?.[shift ? 1 : 0]
}

/** The position of a character on a US board. */
export function usCode(character: string): string | undefined {
  if (/^[a-z]$/.test(character)) return `Key${character.toUpperCase()}`
  if (/^\d$/.test(character)) return `Digit${character}`
  return Object.keys(US_SYMBOLS).find((code) => US_SYMBOLS[code]?.includes(character))
}

/**
 * Canonical form of each press of a sequence, for comparison: `control+shift+a`. Codes such as `Comma` are the
 * characters of a US board. Shift is part of a letter or a named key, not of a symbol: which symbols need it is up to
 * the layout.
 */
export function canonicalPresses(keys: string): string[] {
  return parseKeybinding(keys).map(([required, optional, key]) => {
    if (key instanceof RegExp) return key.source
    const modifiers = required.filter(
      (one): one is Modifier => !optional.includes(one) && (MODIFIERS as readonly string[]).includes(one),
    )
    const character = key === 'Plus' ? '+' : (usCharacter(key, false) ?? key)
    if (character.length > 1 || isLetter(character)) return canonical(modifiers, character)
    const shifted = modifiers.includes('Shift') ? usShifted(character) : character
    return canonical(without(modifiers, 'Shift'), shifted)
  })
}

/** The canonical presses that an event may mean, the likeliest first. Empty: the browser handles the key. */
export function readingsOf(
  press: Pick<Press, 'key' | 'code' | 'getModifierState'>,
  layout: LayoutState = { latin: true },
): readonly string[] {
  const { key, code } = press
  const modifiers = MODIFIERS.filter((one) => press.getModifierState(one))
  const isChord = modifiers.includes('Control') || modifiers.includes('Meta')
  if (key === 'Unidentified' || key === 'Process') return []
  if (key === 'Dead') return isChord ? atPosition(code, modifiers) : []
  if (/^[A-Z][A-Za-z\d]+$/.test(key)) return [canonical(modifiers, key)]
  if (isForeign(key, layout)) return atPosition(code, modifiers)
  if (isLetter(key)) {
    const typed = canonical(press.getModifierState('AltGraph') ? [] : modifiers, key)
    // macOS: Option types another character, as ß for Alt+S.
    const isComposed = modifiers.includes('Alt') && !/^[a-z]$/i.test(key)
    return isComposed ? [...atPosition(code, modifiers), typed] : [typed]
  }
  return unique([
    ...symbolReadings(key, modifiers, press.getModifierState('AltGraph')),
    // Hebrew boards type / and ' where q and w are.
    ...(!layout.latin && code.startsWith('Key') ? atPosition(code, modifiers) : []),
    ...(modifiers.includes('Alt') ? atPosition(code, modifiers) : []),
  ])
}

/** AltGr, reported as Control and Alt on Windows, and Option may be needed for the symbol: both readings are tried. */
function symbolReadings(
  character: string,
  modifiers: readonly Modifier[],
  isAltGraph: boolean,
): readonly string[] {
  const plain = without(modifiers, 'Shift')
  if (character === ' ') return [canonical(modifiers, character)]
  if (isAltGraph) {
    const others = without(plain, 'Alt', 'Control')
    return plain.includes('Control')
      ? [canonical(others, character), canonical([...others, 'Control'], character)]
      : [canonical(others, character)]
  }
  return plain.includes('Alt')
    ? [canonical(plain, character), canonical(without(plain, 'Alt'), character)]
    : [canonical(plain, character)]
}

const NAMED_KEYS = [
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
  'Enter',
  'Escape',
  'Tab',
  'Backspace',
  'Delete',
  'Insert',
  'Space',
  'ContextMenu',
]
const named = new Map([...NAMED_KEYS, ...MODIFIERS].map((name) => [name.toLowerCase(), name]))

/** A canonical press in the notation of bindings, for display: `control+arrowup` → `Control+ArrowUp`. */
export const notationOf = (press: string): string =>
  press.replaceAll(/[a-z]{2,}\d*|f\d+/g, (name) => named.get(name) ?? name.toUpperCase())

/** What a press shows about the layout: only letters tell. */
export function layoutAfter(press: Pick<Press, 'key'>, before: LayoutState): LayoutState {
  if (/^[A-Z][A-Za-z\d]+$/.test(press.key) || !/\p{L}/u.test(press.key)) return before
  const latin = /\p{Script=Latin}/u.test(press.key)
  return latin === before.latin ? before : { latin }
}

/** Whether the press is handled by an input method. */
export const isComposing = (press: Pick<Press, 'isComposing' | 'keyCode'>): boolean =>
  press.isComposing || press.keyCode === 229

/** A letter of another script; other characters only where the layout is known to be of another script. */
const isForeign = (key: string, layout: LayoutState): boolean =>
  /\p{L}/u.test(key)
    ? !/\p{Script=Latin}/u.test(key)
    : /[^\x20-\x7E]/.test(key) && (!layout.latin || /\p{Nd}/u.test(key))

function atPosition(code: string, modifiers: readonly Modifier[]): readonly string[] {
  const character = usCharacter(code, modifiers.includes('Shift'))
  if (character === undefined) return []
  return [canonical(isLetter(character) ? modifiers : without(modifiers, 'Shift'), character)]
}

function usShifted(character: string): string {
  const code = usCode(character)
  return (code && usCharacter(code, true)) ?? character
}

const canonical = (modifiers: readonly Modifier[], key: string): string =>
  [...modifiers.toSorted(), key === ' ' ? 'space' : key].join('+').toLowerCase()
const without = (modifiers: readonly Modifier[], ...removed: readonly Modifier[]): readonly Modifier[] =>
  modifiers.filter((one) => !removed.includes(one))
const isLetter = (character: string): boolean => character.toLowerCase() !== character.toUpperCase()
const unique = (presses: readonly string[]): readonly string[] => [...new Set(presses)]
