/** Letters typed between Ctrl+K and the box being there, on the first time with slow code: they belong in the box. */
let typed = ''

/** Keeps keys from the panes. @returns its undo */
export function holdTyping(): () => void {
  typed = ''
  const hold = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', hold, { capture: true })
  return () => window.removeEventListener('keydown', hold, { capture: true })
}

/** What was typed ahead, once. */
export function takeTyped(): string {
  const taken = typed
  typed = ''
  return taken
}
