// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import script from './pre-paint.js?raw'
import type { WorkerResponse } from '../local/worker/messages.ts'
import { repeatClick, takeEarlyInput } from './early-input.ts'
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
  user: 'ada',
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

test('the user’s colours and language are there before the first paint, and the system’s where they cannot be read', () => {
  const root = document.documentElement
  const looks = () => [root.dataset['theme'], root.dataset['accent'], root.style.cssText, root.lang]
  const stored = { theme: 'dark', accent: 'green', style: 'font-size: 18px;', language: 'ja' }
  localStorage.setItem('lectern:first-light', '{')
  openPage(null)
  expect(looks()).toEqual([undefined, undefined, '', ''])
  localStorage.setItem('lectern:first-light', JSON.stringify(stored))
  openPage(null)
  expect(looks()).toEqual(Object.values(stored))
  for (const name of root.getAttributeNames()) root.removeAttribute(name)
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

test('on a first visit, whose list came with the page, the worker waits for the list', () => {
  document.documentElement.setAttribute('data-first-page', '')
  openPage('/assets/database-1.js')
  expect([FakeWorker.made.length, window.startupCache?.hasFirstPage]).toEqual([0, true])
  expect(openCached(JSON.stringify(cachedStart))).toEqual(cachedStart)
  expect([FakeWorker.made.length, window.startupCache?.hasFirstPage]).toEqual([1, false])
  document.documentElement.removeAttribute('data-first-page')
})

test('a page that names no worker starts none', () => {
  openPage(null)
  expect(FakeWorker.made).toEqual([])
  expect(takePreloadedWorker()).toBeNull()
})

test('a cache of this build is read, and the worker starts beside it', () => {
  expect(openCached(JSON.stringify(cachedStart))).toEqual(cachedStart)
  expect(FakeWorker.made).toHaveLength(1)
})

test('a cache of another build or path is removed', () => {
  expect(openCached(JSON.stringify({ ...cachedStart, build: '/assets/database-0.js' }))).toBeUndefined()
  expect(openCached(JSON.stringify(cachedStart), '/timeline/view-1/all')).toBeUndefined()
  expect([FakeWorker.made.length, localStorage.getItem(STARTUP_CACHE_KEY)]).toEqual([2, null])
})

test('a cache of another user than the session’s is removed', () => {
  document.cookie = 'lectern.user=bob; path=/'
  expect(openCached(JSON.stringify(cachedStart))).toBeUndefined()
  document.cookie = 'lectern.user=ada; path=/'
  expect(openCached(JSON.stringify(cachedStart))).toEqual(cachedStart)
  document.cookie = 'lectern.user=; Max-Age=0; path=/'
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

test('keys and clicks from before the reader listens are kept for it once, in order', () => {
  openPage(null)
  document.body.innerHTML = '<p>'
  const press = (init: KeyboardEventInit) => window.dispatchEvent(new KeyboardEvent('keydown', init))
  press({ key: 'g' })
  press({ key: 'r', ctrlKey: true })
  document.querySelector('p')?.click()
  press({ key: 's' })
  const events = takeEarlyInput()
  expect(events.map((event) => (event instanceof KeyboardEvent ? event.key : event.type))).toEqual([
    'g',
    'click',
    's',
  ])
  press({ key: 'j' })
  document.querySelector('p')?.click()
  expect([events.length, takeEarlyInput()]).toEqual([3, []])
})

test('a click goes to the same part of what was drawn since, and to nothing where that is gone', () => {
  const draw = (id: string) => {
    document.body.innerHTML = `<main data-focus-area="timeline">
      <div data-entry-id="1"><b>a</b></div><div data-entry-id="${id}"><b>a</b><i data-command-id="entry:star"></i></div>
    </main>`
  }
  openPage(null)
  draw('2')
  document.querySelector<HTMLElement>('[data-entry-id="2"] b')?.click()
  document
    .querySelector('[data-command-id]')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }))
  const [onRow, onButton] = takeEarlyInput() as MouseEvent[]
  draw('2')
  const clicked: unknown[] = []
  const listener = ({ target, shiftKey }: MouseEvent) =>
    clicked.push([(target as HTMLElement).dataset, shiftKey])
  document.addEventListener('click', listener)
  if (onRow && onButton) [onRow, onButton].forEach(repeatClick)
  expect(clicked).toMatchObject([
    [{ entryId: '2' }, false],
    [{ commandId: 'entry:star' }, true],
  ])
  draw('3')
  if (onRow) repeatClick(onRow)
  expect(clicked).toHaveLength(2)
  document.removeEventListener('click', listener)
})
