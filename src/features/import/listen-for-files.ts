/** Hears of files that are dragged over a window from outside. */

type FileListeners = {
  readonly onOver: (isOver: boolean) => void
  readonly onFile: (file: File) => void
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** @returns removes the listeners */
export function listenForFiles(target: EventTarget, { onOver, onFile }: FileListeners): () => void {
  // A picture of the page is a file to the browser, too, when it is dragged.
  let isOwn = false
  // Each element below the pointer is entered before the last one is left.
  let depth = 0
  const over = (next: number) => {
    depth = next
    onOver(depth > 0)
  }
  const listeners: Readonly<Record<string, (event: DragEvent) => void>> = {
    dragstart: () => {
      isOwn = true
    },
    dragend: () => {
      isOwn = false
    },
    dragenter: (event) => {
      if (!isOwn && hasFiles(event)) over(depth + 1)
    },
    dragleave: (event) => {
      if (!isOwn && hasFiles(event)) over(Math.max(0, depth - 1))
    },
    dragover: (event) => {
      // Without it the browser would leave the page for the file.
      if (isOwn || !hasFiles(event)) return
      event.preventDefault()
      // It was over the window before this listened.
      if (depth === 0) over(1)
    },
    drop: (event) => {
      if (isOwn || !hasFiles(event)) return
      over(0)
      // A part of the page has taken it.
      if (event.defaultPrevented) return
      event.preventDefault()
      const [file] = event.dataTransfer?.files ?? []
      if (file) onFile(file)
    },
  }
  const added = new AbortController()
  for (const [type, listener] of Object.entries(listeners))
    target.addEventListener(type, listener as EventListener, { signal: added.signal })
  return () => added.abort()
}
