import { isComposing } from '../core/key-press.ts'

/**
 * Captures plain keys before the panes while their receiver loads. Keys with a modifier pass.
 * @param onKey called with each key press; false lets it pass
 * @returns stops capturing
 */
export function captureKeys(onKey: (event: KeyboardEvent) => boolean): () => void {
  const handler = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event) || !onKey(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', handler, { capture: true })
  return () => window.removeEventListener('keydown', handler, { capture: true })
}
