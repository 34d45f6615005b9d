/** px: of the window, and of the pane, from which on notes stand beside the text. */
const WINDOW = 1200
const PANE = 720

/** Whether the pane that shows a text has room for notes beside it. */
export function hasRoomForNotes(content: Element): boolean {
  const pane = content.closest('.entry-scroll')
  return (
    pane !== null &&
    innerWidth >= WINDOW &&
    pane.clientWidth >= PANE &&
    content.closest('.entry-beside') === null
  )
}
