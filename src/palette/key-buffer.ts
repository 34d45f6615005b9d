/** Buffers letters typed after Ctrl+K until the palette's code has loaded. */
import { captureKeys } from '../ui/index.ts'

let typed = ''

/** Captures keys before the panes. @returns stops capturing */
export function bufferTyping(): () => void {
  typed = ''
  return captureKeys(({ key }) => {
    if (key === 'Backspace') typed = typed.slice(0, -1)
    else if (key.length === 1) typed += key
    return true
  })
}

/** Returns and clears the buffer. */
export function takeBufferedKeys(): string {
  const text = typed
  typed = ''
  return text
}
