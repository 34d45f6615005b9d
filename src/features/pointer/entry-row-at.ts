/** The row of an entry that a target is in, where rows are below each other. */
export function entryRowAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.entry-row[data-entry-id]') : null
}
