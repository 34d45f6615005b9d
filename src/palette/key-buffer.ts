/** Buffers what is typed after Ctrl+K until the palette's code has loaded. */
import { captureKeys } from '../ui/index.ts'

export type BufferedKeys = {
  readonly text: string
  /** Enter was pressed after the text: the first row runs as soon as it is known. */
  readonly submitted: boolean
}
const nothing: BufferedKeys = { text: '', submitted: false }
let typed = nothing

/** Captures keys before the panes. @param close is called at Escape @returns stops capturing */
export function bufferTyping(close: () => void): () => void {
  typed = nothing
  return captureKeys(({ key }) => {
    const { text, submitted } = typed
    if (key === 'Escape') close()
    else if (key === 'Enter') typed = { text, submitted: true }
    else if (submitted) return true
    else if (key === 'Backspace') typed = { text: text.slice(0, -1), submitted }
    else if (key.length === 1) typed = { text: text + key, submitted }
    return true
  })
}

/** Returns and clears the buffer. */
export function takeBufferedKeys(): BufferedKeys {
  const keys = typed
  typed = nothing
  return keys
}
