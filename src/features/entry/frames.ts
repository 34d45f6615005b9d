/** Replaces embedded frames with a button: no request goes to the embedded site before a click. */
import { hostOf } from './links.ts'

export function dressFrames(content: DocumentFragment, words: (host: string) => string): void {
  for (const frame of content.querySelectorAll('iframe')) {
    const source = frame.getAttribute('src') ?? ''
    const address = source.startsWith('//') ? `https:${source}` : source
    const host = hostOf(address)
    // A frame from this origin could escape its sandbox.
    if (!host || host === location.hostname) {
      frame.remove()
      continue
    }
    frame.replaceWith(doorOf(address, words(host)))
  }
}

function doorOf(address: string, words: string): HTMLButtonElement {
  const door = document.createElement('button')
  door.type = 'button'
  door.className = 'entry-frame'
  door.dataset.frame = address
  door.textContent = words
  return door
}

/** Replaces the button with the frame, which may run scripts but not reach this page. */
export function openFrame(door: HTMLElement): void {
  const frame = document.createElement('iframe')
  frame.className = 'entry-frame'
  frame.src = door.dataset.frame ?? ''
  frame.title = door.textContent ?? ''
  frame.allow = 'fullscreen; picture-in-picture; encrypted-media'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation')
  door.replaceWith(frame)
  frame.focus()
}
