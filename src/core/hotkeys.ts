/**
 * From keydown to command: one listener on the window, sequences with a timeout, resolved at the press against the
 * focus area and the facts. tinykeys reads and matches the presses; the waiting is ours, because what may follow
 * ("g …") has to be shown, and because a sequence counts only where its command holds.
 */
import { matchKeybindingPress, parseKeybinding } from 'tinykeys'
import type { Clock } from './clock.ts'
import { availability } from './command.ts'
import { closedAreas, type KeyBinding } from './keys.ts'

/** Spec 2: a sequence is forgotten one second after its last press. */
export const SEQUENCE_TIMEOUT_MS = 1000
const HIGHEST_COUNT = 9999

type Presses = ReturnType<typeof parseKeybinding>
type Candidate = { readonly bound: KeyBinding; readonly presses: Presses }

/** What the listener asks of the program at each press. */
export type HotkeyOptions = {
  readonly bound: () => readonly KeyBinding[]
  readonly area: () => string
  readonly facts: () => ReadonlySet<string>
  readonly fire: (hit: { id: string; count: number }) => void
  /** The presses typed so far and what may follow; empty when nothing waits. */
  readonly waiting: (state: {
    typed: readonly string[]
    count: number | null
    next: readonly KeyBinding[]
  }) => void
}

/** Where keydown is heard: the window. */
export type KeyTarget = {
  addEventListener(type: 'keydown', heard: (press: Press) => void): void
  removeEventListener(type: 'keydown', heard: (press: Press) => void): void
}
/** What of a KeyboardEvent is read. */
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

/** Starts listening. @returns its undo */
export function listenForHotkeys(
  target: KeyTarget,
  clock: Pick<Clock, 'after'>,
  world: HotkeyOptions,
): () => void {
  let typed: Press[] = []
  let count: number | null = null
  let stopTimer = () => {}
  let parsedFor: readonly KeyBinding[] | undefined
  let parsed: readonly Candidate[] = []

  const candidates = () => {
    const bound = world.bound()
    if (bound !== parsedFor) {
      parsedFor = bound
      parsed = bound.map((one) => ({ bound: one, presses: parseKeybinding(one.keys) }))
    }
    return parsed
  }
  const forget = () => {
    stopTimer()
    const wasWaiting = typed.length > 0 || count !== null
    typed = []
    count = null
    if (wasWaiting) world.waiting({ typed: [], count: null, next: [] })
  }
  const wait = (next: readonly Candidate[]) => {
    stopTimer()
    stopTimer = clock.after(SEQUENCE_TIMEOUT_MS, forget)
    world.waiting({ typed: typed.map((press) => press.key), count, next: next.map(({ bound }) => bound) })
  }

  const pressed = (press: Press) => {
    if (!isPress(press) || press.isComposing || press.defaultPrevented || isModifier(press.key)) return
    if (worksItself(press)) return
    const waits = typed.length > 0 || count !== null
    if (waits && press.key === 'Escape') {
      forget()
      press.preventDefault()
      return
    }
    const inField = isField(press.target)
    // Asked once: the answer is looked up in the page.
    const area = world.area()
    const usable = candidates().filter(
      ({ bound }) =>
        holds(bound, area) &&
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
      forget()
      return
    }
    // The person's own binding beats a default; of equals the available one.
    const complete = matches.filter(({ presses }) => presses.length === sequence.length)
    const hit =
      complete.find(({ bound }) => bound.own && isAvailable(bound, world.facts())) ??
      complete.find(({ bound }) => isAvailable(bound, world.facts())) ??
      complete[0]
    press.preventDefault()
    if (hit) {
      const times = count ?? 1
      forget()
      world.fire({ id: hit.bound.command.id, count: hit.bound.command.takesCount ? times : 1 })
      return
    }
    typed = sequence
    wait(matches)
  }

  target.addEventListener('keydown', pressed)
  return () => {
    forget()
    target.removeEventListener('keydown', pressed)
  }
}

const isPress = (press: Press) => Boolean(press.key && press.code !== undefined && press.getModifierState)
const isModifier = (key: string) => ['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'CapsLock'].includes(key)
const isAvailable = (bound: KeyBinding, facts: ReadonlySet<string>) =>
  availability(bound.command, facts).available
const isDigit = (press: Press, count: number | null) =>
  /^\d$/.test(press.key) &&
  !(press.key === '0' && count === null) &&
  !press.ctrlKey &&
  !press.metaKey &&
  !press.altKey

function holds(bound: KeyBinding, area: string): boolean {
  return bound.where ? bound.where.includes(area) : !closedAreas.includes(area)
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

/** Enter and Space press the button or follow the link that has the focus; a player and a slider also have their arrows. */
function worksItself({ key, target, ctrlKey, metaKey, altKey }: Press): boolean {
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

/** Form fields and anything editable keep their keys, also when the event comes out of a shadow root. */
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
