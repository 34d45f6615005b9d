/** What the browser gives the model, behind one face that a test can replace. */
import { safeHref } from '../core/safe-href.ts'
import type { Signal, World } from '../model/services.ts'

type Heard = (heard: () => void) => () => void

const on =
  (target: EventTarget, name: string, when: () => boolean = () => true): Heard =>
  (heard) => {
    const listener = () => when() && heard()
    target.addEventListener(name, listener)
    return () => target.removeEventListener(name, listener)
  }

const signals: Readonly<Record<Signal, Heard>> = {
  online: on(window, 'online'),
  offline: on(window, 'offline'),
  visible: on(document, 'visibilitychange', () => document.visibilityState === 'visible'),
  hidden: on(document, 'visibilitychange', () => document.visibilityState === 'hidden'),
  leaving: on(window, 'pagehide'),
}

export const browserWorld: World = {
  online: () => navigator.onLine,
  listen: (signal, heard) => signals[signal](heard),
  hold,
  openAddress,
  copyText: (text) => navigator.clipboard.writeText(text),
  download,
  reload: () => window.location.reload(),
  reloaded: () =>
    (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type === 'reload',
}

/** Whatever names the address, a feed or a plugin: what is no link is not opened. */
function openAddress(url: string): void {
  const address = safeHref(url)
  if (address) window.open(address, '_blank', 'noopener,noreferrer')
}

/** Without Web Locks (an old browser, or a page without https) there is no knowing of other tabs: every one holds. */
function hold(name: string, held: () => void): () => void {
  if (!navigator.locks) {
    held()
    return () => {}
  }
  const waiting = new AbortController()
  const { promise, resolve } = Promise.withResolvers<void>()
  navigator.locks
    .request(name, { signal: waiting.signal }, () => {
      held()
      return promise
    })
    .catch((error: unknown) => {
      if (!waiting.signal.aborted) throw error
    })
  return () => {
    waiting.abort()
    resolve()
  }
}

function download(name: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content]))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
