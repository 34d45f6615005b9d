/**
 * Keeps plain keys from the panes while something that will take them is on its way. Those with a modifier still act.
 * @param takes is told each press; false lets it through @returns its undo
 */
export function captureKeys(takes: (event: KeyboardEvent) => boolean): () => void {
  const hold = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !takes(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', hold, { capture: true })
  return () => window.removeEventListener('keydown', hold, { capture: true })
}
