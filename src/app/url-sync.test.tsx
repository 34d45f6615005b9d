// @vitest-environment happy-dom
import '../model/everything.ts'
import { allSettled, fork, type Scope } from 'effector'
import { Provider } from 'effector-react'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import {
  $location,
  fromPath,
  home,
  navigationRequested,
  sourceRenamed,
  toPath,
} from '../model/location/index.ts'
import { pageLeaving } from '../model/network/index.ts'
import { useUrlSync } from './url-sync.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

function Address() {
  useUrlSync()
  return null
}
const render = (root: Root, scope: Scope) =>
  root.render(
    <Provider value={scope}>
      <BrowserRouter>
        <Address />
      </BrowserRouter>
    </Provider>,
  )

test('an entry opened before the first render is in the URL, and a later one is not overwritten by it', async () => {
  window.history.replaceState(null, '', toPath(home))
  const scope = fork()
  const open = (entryId: string) => allSettled(navigationRequested, { scope, params: { entryId } })
  await open('9')
  const root = createRoot(document.createElement('div'))
  const drawn = act(async () => render(root, scope))
  // The user may open another entry while the router writes the URL.
  const { replaceState } = window.history
  window.history.replaceState = function write(...input) {
    replaceState.apply(window.history, input)
    if (fromPath(window.location.pathname)?.entryId === '9') void open('8')
  }
  await drawn
  window.history.replaceState = replaceState
  expect(scope.getState($location).entryId).toBe('8')
  await expect.poll(() => fromPath(window.location.pathname)?.entryId).toBe('8')
  await act(async () => root.unmount())
})

test('going back in the history moves the model', async () => {
  window.history.replaceState(null, '', toPath(home))
  const scope = fork()
  const root = createRoot(document.createElement('div'))
  await act(async () => render(root, scope))
  const before = toPath({ ...home, source: { kind: 'feed', id: '7' } })
  window.history.replaceState(null, '', before)
  await act(async () => void window.dispatchEvent(new PopStateEvent('popstate')))
  expect(toPath(scope.getState($location))).toBe(before)
  await act(async () => root.unmount())
})

test('an entry that is left at once is in the history, so that back leads to it', async () => {
  window.history.replaceState(null, '', toPath(home))
  const scope = fork()
  const root = createRoot(document.createElement('div'))
  await act(async () => render(root, scope))
  const written: string[] = []
  const { pushState, replaceState } = window.history
  window.history.pushState = function push(...input) {
    written.push(`push ${String(input[2])}`)
    pushState.apply(window.history, input)
  }
  window.history.replaceState = function replace(...input) {
    written.push(`replace ${String(input[2])}`)
    replaceState.apply(window.history, input)
  }
  const stars = { ...home, source: { kind: 'collections' }, entryId: null } as const
  await act(async () => {
    await allSettled(navigationRequested, { scope, params: { entryId: '9' } })
    await allSettled(navigationRequested, { scope, params: stars })
  })
  window.history.pushState = pushState
  window.history.replaceState = replaceState
  expect(written).toEqual([`replace ${toPath({ ...home, entryId: '9' })}`, `push ${toPath(stars)}`])
  expect(window.location.pathname).toBe(toPath(stars))
  expect(scope.getState($location)).toEqual(stars)
  await act(async () => root.unmount())
})

test('a step is in the URL after its frame, steps in a row once they have ended, and the last one when the page is left', async () => {
  vi.useFakeTimers()
  window.history.replaceState(null, '', toPath(home))
  const scope = fork()
  const root = createRoot(document.createElement('div'))
  await act(async () => render(root, scope))
  const open = (entryId: string) => act(() => allSettled(navigationRequested, { scope, params: { entryId } }))
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const written = () => fromPath(window.location.pathname)?.entryId
  await open('1')
  expect(written()).toBeNull()
  await pass(50)
  expect(written()).toBe('1')
  for (const id of ['2', '3', '4']) {
    await open(id)
    await pass(50)
    expect(written()).toBe('1')
  }
  await pass(300)
  expect(written()).toBe('4')

  await open('5')
  await act(() => allSettled(pageLeaving, { scope }))
  expect(written()).toBe('5')
  await act(async () => root.unmount())
  vi.useRealTimers()
})

test('the address of a feed that gets its own id follows it, in the same place of the history', async () => {
  const temporary = { ...home, source: { kind: 'feed', id: 'nonce-1' } as const }
  window.history.replaceState(null, '', toPath(temporary))
  const scope = fork({ values: [[$location, temporary]] })
  const root = createRoot(document.createElement('div'))
  await act(async () => render(root, scope))
  const { length } = window.history
  await act(async () => allSettled(sourceRenamed, { scope, params: { kind: 'feed', id: '7' } }))
  expect(window.location.pathname).toBe(toPath({ ...home, source: { kind: 'feed', id: '7' } }))
  expect(window.history.length).toBe(length)
  await act(async () => root.unmount())
})
