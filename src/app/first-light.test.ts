// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import script from './first-light.js?raw'
import { FIRST_LIST, type KeptList } from '../local/kept-list.ts'
import type { Told } from '../local/worker/messages.ts'
import { workerAhead } from '../local/worker-ahead.ts'

const ready: Told = { notice: { is: 'ready', persistent: true, owner: true } }

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
  tell(data: Told): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

type Heard = (list: null, observer: { readonly disconnect: () => void }) => void
class PaintedPage {
  readonly heard: Heard
  constructor(heard: Heard) {
    this.heard = heard
  }
  observe(): void {
    this.heard(null, { disconnect: () => undefined })
  }
}

/** The page's head as the build leaves it, or as it is in development. */
function openPage(library: string | null): void {
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('PerformanceObserver', PaintedPage)
  document.head.innerHTML = library === null ? '' : `<meta name="library" content="${library}" />`
  new Function(script)()
}
const keptList: KeptList = {
  build: '/assets/library-1.js',
  places: ['/timeline/view-0/all', '/'],
  files: '10 1,20 2,30 3',
  answers: {},
  bodies: {},
}
/** A page with something kept. */
function openKept(kept: string, path = '/'): unknown {
  window.history.replaceState(null, '', path)
  localStorage.setItem(FIRST_LIST, kept)
  openPage('/assets/library-1.js')
  return window.firstList?.kept
}
afterEach(() => {
  localStorage.clear()
  delete window.firstList
  delete window.libraryAhead
  FakeWorker.made.length = 0
  vi.unstubAllGlobals()
})

test('the library is started before the reader’s script, and told when the page is painted', () => {
  openPage('/assets/library-1.js')
  expect(FakeWorker.made.map(({ address, sent }) => [address, sent])).toEqual([
    ['/assets/library-1.js', [{ painted: true }]],
  ])
})

test('what it said before anybody heard is said again, once, and what it says from then on as well', () => {
  openPage('/assets/library-1.js')
  const [worker] = FakeWorker.made
  worker?.tell(ready)
  const port = workerAhead()
  const heard: unknown[] = []
  port?.addEventListener('message', (event) => heard.push((event as MessageEvent).data))
  worker?.tell({ id: 1, answer: 2 })
  expect(heard).toEqual([ready, { id: 1, answer: 2 }])
  expect(workerAhead()).toBeNull()
})

test('where the page does not name it, nothing is started', () => {
  openPage(null)
  expect(FakeWorker.made).toEqual([])
  expect(workerAhead()).toBeNull()
})

test('what was kept of this very library is taken up, and the library waits', () => {
  expect(openKept(JSON.stringify(keptList))).toEqual(keptList)
  expect(FakeWorker.made).toEqual([])
})

test('what another build has kept, or another place, is thrown away', () => {
  expect(openKept(JSON.stringify({ ...keptList, build: '/assets/library-0.js' }))).toBeUndefined()
  expect(openKept(JSON.stringify(keptList), '/timeline/view-1/all')).toBeUndefined()
  expect([FakeWorker.made.length, localStorage.getItem(FIRST_LIST)]).toEqual([2, null])
})

test('nonsense is nothing kept', () => {
  for (const text of ['', 'null', '7', '{"build":', '{"build":"/assets/library-1.js"}'])
    expect(openKept(text)).toBeUndefined()
  expect(FakeWorker.made).toHaveLength(5)
})

test('a browser without storage starts the library', () => {
  vi.stubGlobal('localStorage', undefined)
  openPage('/assets/library-1.js')
  expect(window.firstList?.kept).toBeUndefined()
  expect(FakeWorker.made).toHaveLength(1)
  vi.unstubAllGlobals()
})
