/**
 * From a press to its command: sequences with a timeout, resolved at the press against the focus area and the context keys.
 * tinykeys listens and passes every press (app/keyboard.ts). Its own sequences do not suffice: the possible continuations
 * ("g …") are displayed, a binding matches only where its command applies, by the character on every layout, and takes a count.
 */
import type { CommandArgs } from './arguments.ts'
import type { Clock } from './clock.ts'
import { availability } from './command.ts'
import type { ContextTerm, ContextValues } from './expression.ts'
import { isComposing, layoutAfter, readingsOf, type LayoutState, type Press } from './key-press.ts'
import { argsWithKey, type KeyBinding, type KeymapEntry } from './keys.ts'
import {
  countable,
  inactiveBindings,
  readEntries,
  resolveKeys,
  type InactiveBinding,
  type KeyResolution,
  type KeyState,
  type ReadEntry,
} from './resolve-keys.ts'

/** Spec 2: a sequence is reset one second after its last press, unless its continuations are shown. */
export const SEQUENCE_TIMEOUT_MS = 1000
const HIGHEST_COUNT = 9999

/**
 * What a press did.
 * - run: ran the command, which may be unavailable; waiting: began or continued a sequence; count: a digit of a count;
 *   cancelled: Escape ended a sequence
 * - field, element: left to the focused field or control; composing: left to the input method; repeat: a held key
 * - unbound: the user unbound it; nothing: no binding applies here
 */
type PressOutcome =
  | 'run'
  | 'waiting'
  | 'count'
  | 'cancelled'
  | 'field'
  | 'element'
  | 'composing'
  | 'repeat'
  | 'unbound'
  | 'nothing'

/** One press and its result. */
export type PressReport = {
  /** Canonical presses of the sequence so far, this one included. */
  readonly typed: readonly string[]
  readonly outcome: PressOutcome
  readonly area: string
  readonly commandId?: string
  /** Unmet conditions of that command. */
  readonly missing?: readonly ContextTerm[]
  /** Bindings of these keys that do not apply here. */
  readonly inactive: readonly InactiveBinding[]
}

/** Reads and callbacks. */
export type HotkeyOptions = {
  /** The keymap; later entries win. */
  readonly bound: () => readonly KeymapEntry[]
  readonly area: () => string
  readonly contextKeys: () => ContextValues
  readonly fire: (hit: { id: string; count: number; args?: CommandArgs }) => void
  /** The presses typed so far and the possible continuations; empty when no sequence is pending. */
  readonly waiting: (state: {
    typed: readonly string[]
    count: number | null
    next: readonly KeyBinding[]
  }) => void
  /** Whether the possible continuations are shown: a sequence then waits for as long as the user reads. */
  readonly areContinuationsShown: () => boolean
  readonly pressed?: (report: PressReport) => void
}

export type Hotkeys = {
  readonly press: (press: Press) => void
  /** Ends a pending sequence, as a click does. */
  readonly reset: () => void
}

export function createHotkeys(clock: Pick<Clock, 'after'>, options: HotkeyOptions): Hotkeys {
  let typed: readonly string[] = []
  let count: number | null = null
  let instead: KeyBinding | null = null
  let layout: LayoutState = { latin: true }
  let stopTimer = () => {}
  let readFor: readonly KeymapEntry[] | undefined
  let read: readonly ReadEntry[] = []

  const entries = () => {
    const bound = options.bound()
    if (bound !== readFor) {
      readFor = bound
      read = readEntries(bound)
    }
    return read
  }
  const reset = () => {
    stopTimer()
    const wasWaiting = typed.length > 0 || count !== null
    typed = []
    count = null
    instead = null
    if (wasWaiting) options.waiting({ typed: [], count: null, next: [] })
  }
  const fire = (binding: KeyBinding, presses: readonly string[]) => {
    const times = count ?? binding.count ?? 1
    reset()
    const args = argsWithKey(binding, presses)
    options.fire({ id: binding.command.id, count: times, ...(args && { args }) })
  }
  const wait = (next: readonly KeyBinding[]) => {
    stopTimer()
    stopTimer = clock.after(SEQUENCE_TIMEOUT_MS, () => {
      if (instead) fire(instead, typed)
      else if (!options.areContinuationsShown()) reset()
    })
    options.waiting({ typed, count, next })
  }
  /** The first reading that anything is bound to, else the likeliest one. */
  const resolve = (before: readonly string[], readings: readonly string[], state: KeyState) => {
    const resolved = readings.map((press) => ({
      presses: [...before, press],
      resolution: resolveKeys(entries(), [...before, press], state),
    }))
    return resolved.find(({ resolution }) => resolution.is !== 'none') ?? resolved[0]
  }

  const pressed = (press: Press) => {
    if (!isPress(press) || press.defaultPrevented || isModifier(press.key)) return
    const field = isField(targetOf(press))
    const area = options.area()
    const report = (
      outcome: PressOutcome,
      more: Partial<PressReport> & { typed?: readonly string[] } = {},
    ): void => options.pressed?.({ typed: [], outcome, area, inactive: [], ...more })

    if (isComposing(press)) return report('composing', { typed: [press.key.toLowerCase()] })
    layout = layoutAfter(press, layout)
    const readings = readingsOf(press, layout)
    const [likeliest] = readings
    if (likeliest === undefined) return undefined
    if (handledByElement(press)) return report('element', { typed: [likeliest] })
    const isPending = typed.length > 0 || count !== null
    if (isPending && press.key === 'Escape') {
      reset()
      press.preventDefault()
      return report('cancelled', { typed: [likeliest] })
    }
    const state: KeyState = {
      area,
      values: options.contextKeys(),
      inField: field,
      isRepeat: press.repeat,
    }
    // A held key neither continues a sequence nor starts one anew.
    if (press.repeat && isPending) {
      press.preventDefault()
      return report('repeat', { typed: [likeliest] })
    }
    let hit = resolve(typed, readings, state)
    if (hit?.resolution.is === 'none' && typed.length > 0) {
      if (instead) fire(instead, typed)
      typed = []
      hit = resolve([], readings, state)
    }
    if (!hit) return undefined
    const { presses, resolution } = hit
    const digit = field ? null : digitOf(readings, count)
    if (resolution.is === 'none' && digit !== null) {
      press.preventDefault()
      if (press.repeat) return report('repeat', { typed: presses })
      count = Math.min(HIGHEST_COUNT, (count ?? 0) * 10 + digit)
      wait(countable(entries(), state))
      return report('count', { typed: presses })
    }
    return act(press, presses, resolution, state, report)
  }

  const act = (
    press: Press,
    presses: readonly string[],
    resolution: KeyResolution,
    state: KeyState,
    report: (outcome: PressOutcome, more: Partial<PressReport>) => void,
  ): void => {
    if (resolution.is === 'run') {
      const { binding } = resolution
      const available = availability(binding.command, state.values, binding.args)
      press.preventDefault()
      fire(binding, presses)
      return report('run', {
        typed: presses,
        commandId: binding.command.id,
        ...(!available.available && { missing: available.missing }),
      })
    }
    if (resolution.is === 'wait') {
      press.preventDefault()
      typed = presses
      instead = resolution.instead
      wait(resolution.next)
      return report('waiting', { typed: presses })
    }
    reset()
    if (resolution.is === 'unbound') return report('unbound', { typed: presses })
    const inactive = inactiveBindings(entries(), presses, state)
    // The first press of a held key acted, or was reported.
    if (press.repeat) {
      if (inactive.some(({ why }) => why === 'repeat')) press.preventDefault()
      return report('repeat', { typed: presses, inactive })
    }
    return report(state.inField ? 'field' : 'nothing', { typed: presses, inactive })
  }

  return { reset, press: pressed }
}

/** Browsers report an autofilled field by a keydown without a key; presses in frames do not pass tinykeys. */
const isPress = (press: Press) => Boolean(press.key && press.code !== undefined && press.getModifierState)
const isModifier = (key: string) => ['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'CapsLock'].includes(key)
function digitOf(readings: readonly string[], count: number | null): number | null {
  const digit = readings.find((one) => /^\d$/.test(one))
  return digit === undefined || (digit === '0' && count === null) ? null : Number(digit)
}

/** The focused element, also inside an open shadow root, whose events name the host as their target. */
const targetOf = (press: Press): unknown => press.composedPath?.()[0] ?? press.target

/** Enter and Space activate the focused button or link; players and sliders also use the arrow keys. */
function handledByElement(press: Press): boolean {
  const { key, ctrlKey, metaKey, altKey } = press
  const element = targetOf(press) as { matches?: (selector: string) => boolean } | null
  if (!element?.matches || ctrlKey || metaKey || altKey) return false
  if (key === 'Enter' || key === ' ')
    return element.matches(
      'button,a[href],summary,input,audio,video,[role="button"],[role="tab"],[role="switch"],[role^="menuitem"]',
    )
  return (
    key.startsWith('Arrow') &&
    element.matches('audio,video,input[type=range],input[type=radio],[role="separator"]')
  )
}

/** Form fields and editable elements handle their keys. */
export function isField(target: unknown): boolean {
  const element = target as { isContentEditable?: boolean; matches?: (selector: string) => boolean } | null
  if (!element?.matches) return false
  return (
    element.isContentEditable === true ||
    element.matches('textarea,select,[contenteditable=""],[contenteditable="true"]') ||
    element.matches(
      'input:not([type=checkbox],[type=radio],[type=range],[type=button],[type=submit],[type=reset])',
    )
  )
}
