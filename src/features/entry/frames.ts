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
    frame.replaceWith(placeholderFor(address, host, label(providerOf(host) ?? host)))
  }
}

/** Replaces embedded frames with links to what they embed. */
export function framesToLinks(content: DocumentFragment): void {
  for (const frame of content.querySelectorAll('iframe')) {
    const address = frame.getAttribute('src') ?? ''
    const host = hostOf(address)
    if (!host) {
      frame.remove()
      continue
    }
    const link = document.createElement('a')
    link.href = address
    link.textContent = providerOf(host) ?? host
    const paragraph = document.createElement('p')
    paragraph.append(link)
    frame.replaceWith(paragraph)
  }
}

/** A still that is drawn here: a preview picture would be a request to the provider. */
function placeholderFor(address: string, host: string, label: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'entry-frame'
  button.dataset.frame = address
  const provider = providerOf(host)
  if (provider) {
    button.dataset.provider = provider
    button.append(element('span', 'entry-frame-play', ''), element('span', 'entry-frame-provider', provider))
    button.firstElementChild?.setAttribute('aria-hidden', 'true')
  }
  button.append(element('span', 'entry-frame-label', label))
  return button
}

function element(tag: string, className: string, text: string): HTMLElement {
  const created = document.createElement(tag)
  created.className = className
  created.textContent = text
  return created
}

/** Replaces the button with the frame, which may run scripts but not reach this page. */
export function openFrame(button: HTMLElement): void {
  const frame = document.createElement('iframe')
  frame.className = 'entry-frame'
  frame.src = button.dataset.frame ?? ''
  frame.title = button.dataset.provider ?? button.textContent ?? ''
  frame.allow = 'fullscreen; picture-in-picture; encrypted-media'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation')
  button.replaceWith(frame)
  frame.focus()
}

/** Known players, by the hosts that embed them (the server's list of frames has the same hosts). */
const providers: readonly (readonly [name: string, host: RegExp])[] = [
  ['YouTube', /(^|\.)youtube(-nocookie)?\.com$/],
  ['Vimeo', /(^|\.)vimeo\.com$/],
  ['Bilibili', /(^|\.)bilibili\.com$/],
  ['Dailymotion', /(^|\.)dailymotion\.com$/],
  ['Twitch', /(^|\.)twitch\.tv$/],
  ['Spotify', /(^|\.)spotify\.com$/],
  ['SoundCloud', /(^|\.)soundcloud\.com$/],
  ['TED', /(^|\.)ted\.com$/],
  ['Niconico', /(^|\.)nicovideo\.jp$/],
]

/** @returns the name of the player's provider, or null for other hosts */
const providerOf = (host: string): string | null =>
  providers.find(([, pattern]) => pattern.test(host))?.[0] ?? null
