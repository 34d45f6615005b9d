/** The characters of the user's keyboard by position, where the browser tells them. */
import { usCode } from '../core/key-press.ts'

export type LayoutLabels = ReadonlyMap<string, string>
/** https://developer.mozilla.org/docs/Web/API/Keyboard/getLayoutMap: Chromium only, and not within frames. */
type KeyboardNavigator = { readonly keyboard?: { getLayoutMap?: () => Promise<LayoutLabels> } }

let labels: LayoutLabels = new Map()
const listeners = new Set<() => void>()

/** For useSyncExternalStore. */
export const subscribeToLayout = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const keyboardLayout = (): LayoutLabels => labels

export function setKeyboardLayout(layout: LayoutLabels): void {
  labels = layout
  for (const listener of listeners) listener()
}

/** Reads the layout. Without it, keys are shown by the characters that they are bound to. */
export async function loadKeyboardLayout(navigator: object): Promise<void> {
  try {
    const layout = await (navigator as KeyboardNavigator).keyboard?.getLayoutMap?.()
    if (layout) setKeyboardLayout(layout)
  } catch {
    // Refused within a frame.
  }
}

/**
 * What is printed on the key that types a character: the same character, except on layouts of another script, whose
 * letters stand for the positions of a US board.
 */
export function keyLabel(character: string, layout: LayoutLabels = labels): string {
  const isForeign =
    /\p{L}/u.test(layout.get('KeyA') ?? '') && !/\p{Script=Latin}/u.test(layout.get('KeyA') ?? '')
  const label = isForeign ? layout.get(usCode(character) ?? '') : undefined
  return label !== undefined && /\p{L}/u.test(label) ? label : character
}
