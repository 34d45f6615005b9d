/** From presses to a key sequence as tinykeys writes it. */
import type { Press } from '../../../core/index.ts'

const modifiers = ['Control', 'Meta', 'Alt', 'Shift'] as const
const mac = /mac|iphone|ipad|ipod/i.test(globalThis.navigator?.platform ?? '')

/** One press; null for a modifier alone and for keys that belong to dialogs. */
export function pressKeys(
  press: Pick<Press, 'key' | 'code' | 'getModifierState'>,
  onMac = mac,
): string | null {
  const { key } = press
  if ([...modifiers, 'AltGraph', 'CapsLock', 'Dead', 'Process', 'Unidentified', 'Escape'].includes(key))
    return null
  const held = modifiers.filter((modifier) => press.getModifierState(modifier))
  const symbol = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  const named = held.map((modifier) => {
    // Which symbols need Shift is the keyboard's business: `?` is meant, however it is typed.
    if (modifier === 'Shift' && symbol && key !== ' ') return '[Shift]'
    return modifier === (onMac ? 'Meta' : 'Control') ? '$mod' : modifier
  })
  return [...named, spelled(key)].join('+')
}

/** A comma would part alternatives and a space presses, so both are written by name. */
function spelled(key: string): string {
  if (key === ',') return 'Comma'
  if (key === ' ') return 'Space'
  return key.length === 1 ? key.toLowerCase() : key
}
