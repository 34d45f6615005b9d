/**
 * From keydown to command: one listener on the window, sequences with a timeout, resolved at the press against the
 * focus area and the context keys. tinykeys parses and matches the presses; sequences are handled here because possible
 * continuations ("g …") are displayed, and because a sequence matches only where its command applies.
 */
import { matchKeybindingPress, parseKeybinding } from 'tinykeys'
import type { Clock } from './clock.ts'
import type { CommandArgs } from './arguments.ts'
import { availability } from './command.ts'
import { evaluate, parseExpression, type ContextValues } from './expression.ts'
import { closedAreas, type KeyBinding } from './keys.ts'

/** Spec 2: a sequence is reset one second after its last press. */
export const SEQUENCE_TIMEOUT_MS = 1000
const HIGHEST_COUNT = 9999

type Presses = ReturnType<typeof parseKeybinding>
type Candidate = { readonly bound: KeyBinding; readonly presses: Presses }

/** Reads and callbacks of the listener. */
export type HotkeyOptions = {
  readonly bound: () => readonly KeyBinding[]
  readonly area: () => string
  readonly contextKeys: () => ContextValues
  readonly fire: (hit: { id: string; count: number; args?: CommandArgs }) => void
  /** The presses typed so far and the possible continuations; empty when no sequence is pending. */
  readonly waiting: (state: {
    typed: readonly string[]
    count: number | null
    next: readonly KeyBinding[]
  }) => void
}

/** The target of the keydown listener: the window. */
export type KeyTarget = {
  addEventListener(type: 'keydown', listener: (press: Press) => void): void
  removeEventListener(type: 'keydown', listener: (press: Press) => void): void
}
/** The members of KeyboardEvent that are read. */
export type Press = {
  readonly key: string
  readonly code: string
  readonly repeat: boolean
  readonly isComposing: boolean
  readonly defaultPrevented: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly target: unknown
  getModifierState(key: string): boolean
  preventDefault(): void
  stopPropagation(): void
}

/** Starts listening. @returns stops it */
export function listenForHotkeys(
  target: KeyTarget,
  clock: Pick<Clock, 'after'>,
  options: HotkeyOptions,
): () => void {
  let typed: Press[] = []
  let count: number | null = null
  let stopTimer = () => {}
  let parsedFor: readonly KeyBinding[] | undefined
  let parsed: readonly Candidate[] = []

  const candidates = () => {
    const bound = options.bound()
    if (bound !== parsedFor) {
      parsedFor = bound
      parsed = bound.map((one) => ({ bound: one, presses: parseKeybinding(one.keys) }))
    }
    return parsed
  }
  const reset = () => {
    stopTimer()
    const wasWaiting = typed.length > 0 || count !== null
    typed = []
    count = null
    if (wasWaiting) options.waiting({ typed: [], count: null, next: [] })
  }
  const wait = (next: readonly Candidate[]) => {
    stopTimer()
    stopTimer = clock.after(SEQUENCE_TIMEOUT_MS, reset)
    options.waiting({ typed: typed.map((press) => press.key), count, next: next.map(({ bound }) => bound) })
  }

  const pressed = (press: Press) => {
    if (!isPress(press) || press.isComposing || press.defaultPrevented || isModifier(press.key)) return
    if (handledByElement(press)) return
    const isPending = typed.length > 0 || count !== null
    if (isPending && press.key === 'Escape') {
      reset()
      press.preventDefault()
      return
    }
    const inField = isField(press.target)
    // Read once: it queries the DOM.
    const area = options.area()
    const contextKeys = options.contextKeys()
    const usable = candidates().filter(
      ({ bound }) =>
        holds(bound, area, contextKeys) &&
        (!inField || bound.command.inFields === true) &&
        (!press.repeat || bound.command.repeats === true),
    )
    const follow = (presses: readonly Press[]) =>
      usable.filter((candidate) => startsWith(candidate.presses, presses))
    let sequence = [...typed, press]
    let matches = follow(sequence)
    if (matches.length === 0 && typed.length > 0) {
      sequence = [press]
      matches = follow(sequence)
      typed = []
    }
    if (matches.length === 0) {
      if (!inField && isDigit(press, count)) {
        count = Math.min(HIGHEST_COUNT, (count ?? 0) * 10 + Number(press.key))
        wait([])
        press.preventDefault()
        return
      }
      reset()
      return
    }
    // The user's binding takes precedence over a default; between equals, the available one.
    const complete = matches.filter(({ presses }) => presses.length === sequence.length)
    const hit =
      complete.find(({ bound }) => bound.own && isAvailable(bound, contextKeys)) ??
      complete.find(({ bound }) => isAvailable(bound, contextKeys)) ??
      complete[0]
    press.preventDefault()
    if (hit) {
      const times = count ?? 1
      reset()
      const { command, args } = hit.bound
      options.fire({ id: command.id, count: times, ...(args && { args }) })
      return
    }
    typed = sequence
    wait(matches)
  }

  target.addEventListener('keydown', pressed)
  return () => {
    reset()
    target.removeEventListener('keydown', pressed)
  }
}

const isPress = (press: Press) => Boolean(press.key && press.code !== undefined && press.getModifierState)
const isModifier = (key: string) => ['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'CapsLock'].includes(key)
const isAvailable = (bound: KeyBinding, values: ContextValues) =>
  availability(bound.command, values).available
const isDigit = (press: Press, count: number | null) =>
  /^\d$/.test(press.key) &&
  !(press.key === '0' && count === null) &&
  !press.ctrlKey &&
  !press.metaKey &&
  !press.altKey

function holds({ where, when }: KeyBinding, area: string, values: ContextValues): boolean {
  const inArea = where ? where.includes(area) : !closedAreas.includes(area)
  return inArea && (when === undefined || evaluate(parseExpression(when), values))
}

function startsWith(presses: Presses, typed: readonly Press[]): boolean {
  return (
    typed.length <= presses.length &&
    typed.every((press, at) => {
      const expected = presses[at]
      return expected !== undefined && matchKeybindingPress(press as never, expected)
    })
  )
}

/** Enter and Space activate the focused button or link; players and sliders also use the arrow keys. */
function handledByElement({ key, target, ctrlKey, metaKey, altKey }: Press): boolean {
  const element = target as { matches?: (selector: string) => boolean } | null
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

/** Form fields and editable elements handle their keys, also inside a shadow root. */
function isField(target: unknown): boolean {
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
