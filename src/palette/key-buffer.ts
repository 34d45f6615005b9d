/** Letters typed between Ctrl+K and the box being there, on the first time with slow code: they belong in the box. */
import { captureKeys } from '../ui/index.ts'

let typed = ''

/** Keeps keys from the panes. @returns its undo */
export function bufferTyping(): () => void {
  typed = ''
  return captureKeys(({ key }) => {
    if (key === 'Backspace') typed = typed.slice(0, -1)
    else if (key.length === 1) typed += key
    return true
  })
}

/** What was typed ahead, once. */
export function takeBufferedKeys(): string {
  const taken = typed
  typed = ''
  return taken
}
