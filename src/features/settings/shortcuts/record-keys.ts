/** From presses to a key sequence in the notation of bindings. */
import { notationOf, readingsOf, usCharacter, type Press } from '../../../core/index.ts'

/** In the order of a combination (spec 2). */
const MODIFIERS = ['Shift', 'Control', 'Meta', 'Alt']

const mac = /mac|iphone|ipad|ipod/i.test(globalThis.navigator?.platform ?? '')

/** One press; null for a modifier alone and for keys that belong to dialogs. */
export function pressKeys(
  press: Pick<Press, 'key' | 'code' | 'getModifierState'>,
  onMac = mac,
): string | null {
  const { key } = press
  if (['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'CapsLock', 'Escape'].includes(key)) return null
  const reading = likeliest(press, onMac)
  if (reading === undefined) return null
  // A plus is a key too, so the separator is the last one but for it.
  const parts = notationOf(reading).split(/\+(?=.)/)
  const name = parts.pop() ?? ''
  const isSymbol = name.length === 1 && name.toLowerCase() === name.toUpperCase()
  const modifiers = MODIFIERS.filter((one) => parts.includes(one)).map((one) =>
    one === (onMac ? 'Meta' : 'Control') ? '$mod' : one,
  )
  // Which symbols need Shift is up to the layout: `?` is meant, however it is typed.
  const shift = isSymbol && press.getModifierState('Shift') ? ['[Shift]'] : []
  return [...shift, ...modifiers, name === ',' ? 'Comma' : name].join('+')
}

/** On a Mac, Option types another sign, as ∂ for D: the key is meant, not the sign. */
function likeliest(
  press: Pick<Press, 'key' | 'code' | 'getModifierState'>,
  onMac: boolean,
): string | undefined {
  const readings = readingsOf(press)
  const position = onMac && press.getModifierState('Alt') ? usCharacter(press.code, false) : undefined
  return readings.find((one) => position !== undefined && one.endsWith(`+${position}`)) ?? readings[0]
}
