/** Replaces embedded frames with a button: no request goes to the embedded site before a click. */
import { hostOf } from './links.ts'

export function dressFrames(content: DocumentFragment, label: (host: string) => string): void {
  for (const frame of content.querySelectorAll('iframe')) {
    const source = frame.getAttribute('src') ?? ''
    const address = source.startsWith('//') ? `https:${source}` : source
    const host = hostOf(address)
    // A frame from this origin could escape its sandbox.
    if (!host || host === location.hostname) {
      frame.remove()
      continue
    }
    frame.replaceWith(placeholderFor(address, label(host)))
  }
}

function placeholderFor(address: string, label: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'entry-frame'
  button.dataset.frame = address
  button.textContent = label
  return button
}

/** Replaces the button with the frame, which may run scripts but not reach this page. */
export function openFrame(button: HTMLElement): void {
  const frame = document.createElement('iframe')
  frame.className = 'entry-frame'
  frame.src = button.dataset.frame ?? ''
  frame.title = button.textContent ?? ''
  frame.allow = 'fullscreen; picture-in-picture; encrypted-media'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation')
  button.replaceWith(frame)
  frame.focus()
}
