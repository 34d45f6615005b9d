/** Browser APIs that the model uses, behind an interface that tests replace. */
import { toBrowserPath } from '../core/base-path.ts'
import { safeHref } from '../core/safe-href.ts'
import { damagedCopy } from '../local/index.ts'
import { offlineFiles } from './offline-files.ts'
import type { Signal, Platform } from '../model/services.ts'

type Subscribe = (listener: () => void) => () => void

const on =
  (target: EventTarget, name: string, when: () => boolean = () => true): Subscribe =>
  (listener) => {
    const handler = () => when() && listener()
    target.addEventListener(name, handler)
    return () => target.removeEventListener(name, handler)
  }

const signals: Readonly<Record<Signal, Subscribe>> = {
  online: on(window, 'online'),
  offline: on(window, 'offline'),
  visible: on(document, 'visibilitychange', () => document.visibilityState === 'visible'),
  hidden: on(document, 'visibilitychange', () => document.visibilityState === 'hidden'),
  leaving: on(window, 'pagehide'),
}

export const browserPlatform: Platform = {
  online: () => navigator.onLine,
  listen: (signal, listener) => signals[signal](listener),
  acquireLock,
  openAddress,
  // The page stays: the browser hands the address to the application.
  openApp: (url) => {
    if (isAppAddress(url)) window.location.assign(url)
  },
  selectedText: () => window.getSelection()?.toString().trim() ?? '',
  ...('share' in navigator && { share }),
  ...('caches' in window && { offlineFiles }),
  push: async () => (await import('./browser-push.ts')).browserPush,
  copyText: (text) => navigator.clipboard.writeText(text),
  damagedCopy,
  download,
  // The entry's name has the hash of its content, and names all other parts.
  build: () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '',
  reload: () => window.location.reload(),
  restart: (path) => window.location.assign(toBrowserPath(path)),
  reloaded: () =>
    (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type === 'reload',
}

/** Feeds and plugins supply addresses: only safe links are opened. */
function openAddress(url: string): void {
  const address = safeHref(url)
  if (address) window.open(address, '_blank', 'noopener,noreferrer')
}

/** An address with the scheme of another application, none that browsers interpret themselves. */
const isAppAddress = (url: string): boolean =>
  /^[a-z][a-z\d+.-]*:\/\//i.test(url) &&
  !/^(https?|ftp|file|data|blob|filesystem|javascript|vbscript|about):/i.test(url)

async function share(shared: { readonly title: string; readonly url: string }): Promise<void> {
  try {
    await navigator.share(shared)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}

/** Requests a Web Lock. Without Web Locks (an old browser or no https) every tab acts as its holder. @returns releases it */
function acquireLock(name: string, acquired: () => void): () => void {
  if (!navigator.locks) {
    acquired()
    return () => {}
  }
  const controller = new AbortController()
  const { promise, resolve } = Promise.withResolvers<void>()
  navigator.locks
    .request(name, { signal: controller.signal }, () => {
      acquired()
      return promise
    })
    .catch((error: unknown) => {
      if (!controller.signal.aborted) throw error
    })
  return () => {
    controller.abort()
    resolve()
  }
}

function download(name: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content]))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the URL after this task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
