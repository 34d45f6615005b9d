// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import script from './pre-paint.js?raw'
import type { WorkerResponse } from '../local/worker/messages.ts'
import { takeEarlyKeys } from './early-keys.ts'
import { takePreloadedWorker } from './preloaded-worker.ts'
import { STARTUP_CACHE_KEY, type CachedStart } from './startup-cache/types.ts'

const ready: WorkerResponse = { notice: { is: 'ready', persistent: true, owner: true } }

class FakeWorker extends EventTarget {
  static readonly made: FakeWorker[] = []
  readonly sent: unknown[] = []
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
    FakeWorker.made.push(this)
  }
  postMessage(message: unknown): void {
    this.sent.push(message)
  }
  emit(data: WorkerResponse): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

type Observer = (list: null, observer: { readonly disconnect: () => void }) => void
class PaintedPage {
  readonly observer: Observer
  constructor(observer: Observer) {
    this.observer = observer
  }
  observe(): void {
    this.observer(null, { disconnect: () => undefined })
  }
}

/** The page's head as the build leaves it, or as it is in development. */
function openPage(worker: string | null): void {
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('PerformanceObserver', PaintedPage)
  document.head.innerHTML = worker === null ? '' : `<meta name="database-worker" content="${worker}" />`
  new Function(script)()
}
const cachedStart: CachedStart = {
  build: '/assets/database-1.js',
  places: ['/timeline/view-0/all', '/'],
  files: '10 1,20 2,30 3',
  answers: {},
  bodies: {},
}
/** A page with something cached. */
function openCached(json: string, path = '/'): unknown {
  window.history.replaceState(null, '', path)
  localStorage.setItem(STARTUP_CACHE_KEY, json)
  openPage('/assets/database-1.js')
  return window.startupCache?.cached
}
afterEach(() => {
  localStorage.clear()
  delete window.startupCache
  delete window.preloadedWorker
  FakeWorker.made.length = 0
  vi.unstubAllGlobals()
})

test('the database worker starts before the page’s script, and is events when the page is painted', () => {
  openPage('/assets/database-1.js')
  expect(FakeWorker.made.map(({ address, sent }) => [address, sent])).toEqual([
    ['/assets/database-1.js', [{ painted: true }]],
  ])
})

test('events from before the takeover are delivered once, and later ones as well', () => {
  openPage('/assets/database-1.js')
  const [worker] = FakeWorker.made
  worker?.emit(ready)
  const port = takePreloadedWorker()
  const received: unknown[] = []
  port?.addEventListener('message', (event) => received.push((event as MessageEvent).data))
  worker?.emit({ id: 1, answer: 2 })
  expect(received).toEqual([ready, { id: 1, answer: 2 }])
  expect(takePreloadedWorker()).toBeNull()
})

test('a page that names no worker starts none', () => {
  openPage(null)
  expect(FakeWorker.made).toEqual([])
  expect(takePreloadedWorker()).toBeNull()
})

test('a cache of this build is read, and no worker starts', () => {
  expect(openCached(JSON.stringify(cachedStart))).toEqual(cachedStart)
  expect(FakeWorker.made).toEqual([])
})

test('a cache of another build or path is removed', () => {
  expect(openCached(JSON.stringify({ ...cachedStart, build: '/assets/database-0.js' }))).toBeUndefined()
  expect(openCached(JSON.stringify(cachedStart), '/timeline/view-1/all')).toBeUndefined()
  expect([FakeWorker.made.length, localStorage.getItem(STARTUP_CACHE_KEY)]).toEqual([2, null])
})

test('an unreadable cache is none', () => {
  for (const text of ['', 'null', '7', '{"build":', '{"build":"/assets/database-1.js"}'])
    expect(openCached(text)).toBeUndefined()
  expect(FakeWorker.made).toHaveLength(5)
})

test('without storage the worker starts', () => {
  vi.stubGlobal('localStorage', undefined)
  openPage('/assets/database-1.js')
  expect(window.startupCache?.cached).toBeUndefined()
  expect(FakeWorker.made).toHaveLength(1)
  vi.unstubAllGlobals()
})

test('keys that are pressed before the reader listens are kept for it once', () => {
  openPage(null)
  const press = (init: KeyboardEventInit) => window.dispatchEvent(new KeyboardEvent('keydown', init))
  press({ key: 'g' })
  press({ key: 'r', ctrlKey: true })
  press({ key: 's' })
  expect(takeEarlyKeys().map(({ key }) => key)).toEqual(['g', 's'])
  press({ key: 'j' })
  expect(takeEarlyKeys()).toEqual([])
})
