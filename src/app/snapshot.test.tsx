// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import app from '../../locales/en/app.json'
import common from '../../locales/en/common.json'
import { userDataCleared } from '../model/app/events.ts'
import { startupIdle } from '../model/app/index.ts'
import { home, navigationRequested, screenChanged, toPath } from '../model/location/index.ts'
import { readToggled } from '../model/reads/index.ts'
import { $services } from '../model/services.ts'
import { createFakeServer, startReader, type Reader as Visit } from '../model/testing.ts'
import { refreshRequested } from '../model/timeline/index.ts'
import prePaint from '../startup/pre-paint.js?raw'
import { SNAPSHOT_KEY, writeSnapshot } from '../startup/snapshot/types.ts'
import { storeSnapshots } from '../startup/snapshot/write.ts'
import { Reader } from './reader.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const path = toPath(home)
const NOON = Date.UTC(2026, 0, 15, 12)
const HOUR_MS = 3_600_000

beforeAll(() =>
  i18next.init({ lng: 'en', ns: ['app', 'common'], defaultNS: 'app', resources: { en: { app, common } } }),
)
beforeEach(() => {
  document.body.innerHTML = ''
  window.history.replaceState(null, '', path)
  signInAs('1')
  window.snapshot = { build: 'start-1.js style-1.css', painted: false }
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  delete window.snapshot
})

const signInAs = (user: string) => {
  document.cookie = `lectern.user=${user}; path=/`
}

/** Two feeds, with two entries on each of three days. */
function library() {
  const server = createFakeServer()
  server.follow('1', { category: 'Kitchen' })
  server.follow('2')
  for (let n = 0; n < 6; n += 1)
    server.publish(n % 2 ? '1' : '2', `e${n}`, NOON - Math.floor(n / 2) * 24 * HOUR_MS - n * HOUR_MS, {
      title: n === 0 ? '<b>Bold</b> & "quoted"' : `Entry ${n}`,
      ...(n === 3 && { starredAt: NOON }),
    })
  return server
}

/** Opens the reader over what the visit before has left. */
async function visit(
  before: Pick<Visit, 'server'> & Partial<Pick<Visit, 'local' | 'storage'>> = { server: library() },
) {
  const reader = await startReader({ server: before.server, local: before.local, storage: before.storage })
  const { scope } = reader
  await allSettled(screenChanged, { scope, params: path })
  await allSettled(navigationRequested, { scope, params: home })
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <QueryClientProvider client={scope.getState($services).queryClient}>
          <div className="screen" data-screen="reader">
            <Reader />
          </div>
        </QueryClientProvider>
      </Provider>,
    ),
  )
  const leave = async () => {
    await act(async () => root.unmount())
    box.remove()
    reader.leave()
  }
  return { ...reader, box, leave }
}

/** Runs the page's first script. @returns what it has drawn */
function openPage(build = 'start-1.js style-1.css'): Element | null {
  document.head.innerHTML = `<meta name="build" content="${build}" />`
  document.body.innerHTML = '<div id="app"></div>'
  new Function(prePaint)()
  return document.querySelector('#app')?.firstElementChild ?? null
}

/** As it is compared: the reader's own mark of a screen, and the focus that follows the first render, left out. */
function markup(screen: Element | null): string {
  const copy = screen?.cloneNode(true) as Element
  for (const element of [copy, ...copy.querySelectorAll('*')])
    for (const name of ['data-screen', 'data-focused-area']) element.removeAttribute(name)
  return copy.outerHTML.replaceAll('><', '>\n<')
}
/** As when the user has had a moment with the list. */
async function store({ scope }: Pick<Visit, 'scope'>, hasColumnsOfStart = () => true) {
  storeSnapshots(scope, hasColumnsOfStart)
  await act(async () => allSettled(startupIdle, { scope }))
}
const stored = () => localStorage.getItem(SNAPSHOT_KEY)
const rowsOf = (screen: Element | null) =>
  [...(screen?.querySelectorAll<HTMLElement>('[data-entry-id]') ?? [])].map(({ dataset }) => dataset.entryId)

test('the next start begins with what React draws then, texts as texts', async () => {
  const first = await visit()
  expect(rowsOf(first.box)).toHaveLength(6)
  await store(first)
  await first.leave()
  const painted = openPage()
  expect(window.snapshot?.painted).toBe(true)
  expect(painted?.textContent).toContain('<b>Bold</b> & "quoted"')
  expect(painted?.querySelector('b')).toBeNull()
  const second = await visit(first)
  expect(markup(painted)).toBe(markup(second.box.firstElementChild))
  await second.leave()
})

test('what was read meanwhile is not in it, and the rest stands where the next start has it', async () => {
  const first = await visit()
  await act(async () => {
    // The first of a day, and both of another.
    for (const id of ['e0', 'e2', 'e3'])
      await allSettled(readToggled, { scope: first.scope, params: { ids: [id] } })
  })
  await act(async () => first.later(60_000))
  expect(rowsOf(first.box)).toHaveLength(6)
  await store(first)
  await first.leave()
  const painted = openPage()
  expect(rowsOf(painted)).toEqual(['e1', 'e4', 'e5'])
  const second = await visit(first)
  expect(markup(painted)).toBe(markup(second.box.firstElementChild))
  await second.leave()
})

test('nothing is drawn for another user, at another place, or by another build', async () => {
  const first = await visit()
  await store(first)
  await first.leave()
  const before = stored() ?? ''
  expect(before).not.toBe('')
  window.history.replaceState(null, '', '/timeline/view-1/all')
  expect(openPage()).toBeNull()
  expect(stored()).toBe(before)
  window.history.replaceState(null, '', '/')
  expect(openPage()).not.toBeNull()
  for (const [user, build] of [
    ['2', 'start-1.js style-1.css'],
    ['', 'start-1.js style-1.css'],
    ['1', 'start-2.js style-1.css'],
  ] as const) {
    localStorage.setItem(SNAPSHOT_KEY, before)
    signInAs(user)
    expect(openPage(build)).toBeNull()
    expect([window.snapshot, stored()]).toEqual([{ build, painted: false }, null])
  }
})

test('it is stored when the page is hidden, and no longer once its user has gone', async () => {
  const { scope, signal, leave } = await visit()
  storeSnapshots(scope, () => true)
  expect(stored()).toBeNull()
  signal('hidden')
  expect(stored()).not.toBeNull()
  await act(async () => allSettled(userDataCleared, { scope }))
  expect(stored()).toBeNull()
  signInAs('2')
  signal('leaving')
  expect(stored()).toBeNull()
  await leave()
})

test('a list that comes after the start is stored as soon as it is drawn', async () => {
  const server = createFakeServer()
  server.follow('1')
  const { scope, leave } = await visit({ server })
  await store({ scope })
  expect(stored()).toBeNull()
  server.publish('1', 'late', NOON, { title: 'Late' })
  await act(async () => allSettled(refreshRequested, { scope }))
  await vi.waitFor(() => expect(stored()).toContain('Late'), 10_000)
  await leave()
})

test('panes that a start does not show are not stored', async () => {
  const { scope, signal, leave } = await visit()
  let asAtStart = true
  await store({ scope }, () => asAtStart)
  expect(stored()).not.toBeNull()
  asAtStart = false
  signal('hidden')
  expect(stored()).toBeNull()
  await leave()
})

test('a list of another screen stays, and a browser that refuses its storage throws nothing', async () => {
  const { scope, signal, leave } = await visit()
  await store({ scope })
  const before = stored()
  await act(async () => allSettled(screenChanged, { scope, params: '/settings' }))
  signal('hidden')
  expect(stored()).toBe(before)
  await act(async () => allSettled(screenChanged, { scope, params: path }))
  const refuse = vi.fn<() => never>(() => {
    throw new Error('Storage is refused')
  })
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  signal('hidden')
  expect(refuse).toHaveBeenCalledTimes(2)
  expect(openPage()).toBeNull()
  await leave()
})

test('one that is too large is not stored, and neither is the one before', () => {
  const snapshot = { build: 'start-1.js', user: 'ada', places: ['/'], width: 1024 }
  writeSnapshot({ ...snapshot, screen: 'a'.repeat(190_000) })
  expect(stored()).toHaveLength(190_000 + JSON.stringify({ ...snapshot, screen: '' }).length)
  writeSnapshot({ ...snapshot, screen: 'a'.repeat(200_000) })
  expect(stored()).toBeNull()
})

test('only known elements and attributes are made of what is stored', () => {
  const screen = [
    'div',
    { class: 'screen', onclick: 'alert(1)', style: 'top: 4px' },
    ['script', {}, 'alert(1)'],
    ['iframe', { src: 'https://e.example' }],
    ['img', { src: 'javascript:alert(1)', onerror: 'alert(1)', alt: 'a' }],
    ['a', { href: 'https://e.example' }, 'link'],
    '<i>text</i>',
  ]
  localStorage.setItem(
    SNAPSHOT_KEY,
    JSON.stringify({
      build: 'start-1.js style-1.css',
      user: '1',
      places: [path],
      width: window.innerWidth,
      screen,
    }),
  )
  expect(openPage()?.outerHTML).toBe(
    '<div class="screen" style="top: 4px;"><img alt="a">&lt;i&gt;text&lt;/i&gt;</div>',
  )
})
