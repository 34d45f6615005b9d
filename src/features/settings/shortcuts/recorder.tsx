import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { SEQUENCE_TIMEOUT_MS, notationOf, readingsOf, usCharacter, type Press } from '../../../core/index.ts'
import { Kbd, useTranslation } from '../../../ui/index.ts'

// From presses to a key sequence in the notation of bindings.

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

export type RecorderProps = {
  /** Called with each press, before the sequence is complete. */
  readonly onPress?: (keys: string) => void
  readonly label: string
  readonly onRecorded: (keys: string) => void
  readonly onLeave: () => void
}

/** Records presses until the sequence timeout passes. Escape and blur cancel. */
export function Recorder({ label, onPress, onRecorded, onLeave }: RecorderProps) {
  const { t } = useTranslation('shortcuts')
  const [keys, setKeys] = useState<readonly string[]>([])
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [])
  useEffect(() => {
    if (keys.length === 0) return
    const timer = setTimeout(() => onRecorded(keys.join(' ')), SEQUENCE_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [keys, onRecorded])
  const pressed = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return onLeave()
    const press = pressKeys(event.nativeEvent)
    if (press === null) return
    setKeys([...keys, press])
    onPress?.([...keys, press].join(' '))
  }
  return (
    <div
      ref={box}
      className="recorder"
      role="application"
      aria-label={label}
      tabIndex={0}
      data-focus-area="recording"
      onKeyDown={pressed}
      onBlur={onLeave}
    >
      {keys.length > 0 && <Kbd keys={keys.join(' ')} />}
      <span>{t(keys.length > 0 ? 'app:keys.pressMore' : 'app:keys.press')}</span>
    </div>
  )
}
