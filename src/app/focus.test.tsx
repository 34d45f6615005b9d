// @vitest-environment happy-dom
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Subscriptions } from '../features/subscriptions/index.ts'
import { context } from '../model/app/index.ts'
import { createReader } from '../model/testing.ts'
import { focusOpenedScreen, focusPane, followFocus, leaveFields } from './focus.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('focus for a pane that is not drawn yet goes to it when it is', async () => {
  const { scope } = createReader()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  focusPane('subscription-list', 10)
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <Subscriptions />
      </Provider>,
    ),
  )
  await expect.poll(() => document.querySelector('nav')?.contains(document.activeElement)).toBe(true)
  await act(async () => root.unmount())
})

test('a pane that is drawn late takes the focus from no dialog, and has it when that closes at once', async () => {
  const frames = async (count: number) => {
    for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame)
  }
  const dialog = '<div data-focus-area="modal"><input id="own"></div>'
  const pane = '<div data-focus-area="entry-render"><div data-scroll tabindex="-1" id="pane"></div></div>'
  const open = () => {
    document.body.innerHTML = dialog
    focusPane('entry-render', 5)
    document.querySelector<HTMLElement>('#own')?.focus()
    document.body.insertAdjacentHTML('beforeend', pane)
  }
  open()
  await frames(7)
  expect(document.activeElement?.id).toBe('own')
  open()
  await frames(2)
  document.querySelector('[data-focus-area="modal"]')?.setAttribute('data-state', 'closed')
  await frames(2)
  expect(document.activeElement?.id).toBe('pane')
})

test('a screen that loads takes the focus from no dialog that was opened meanwhile', async () => {
  document.body.innerHTML = '<div data-focus-area="modal"><input id="own"></div>'
  followFocus(fork())
  focusOpenedScreen()
  document.querySelector<HTMLElement>('#own')?.focus()
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div data-screen="settings"><div data-focus-area="sub-layer"><input id="field" data-main-field></div></div>',
  )
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  expect(document.activeElement?.id).toBe('own')
  document.querySelector('[data-focus-area="modal"]')?.remove()
  await expect.poll(() => document.activeElement?.id).toBe('field')
})

test('a screen that opens takes the keys, as soon as it has loaded', async () => {
  document.body.innerHTML = '<div class="screen" data-screen="settings"></div>'
  const areaOfKeys = followFocus(fork())
  expect(areaOfKeys()).toBe('timeline')
  focusOpenedScreen()
  const screen = document.querySelector('.screen') as HTMLElement
  screen.innerHTML = `<div data-focus-area="sub-layer">
    <nav><a href="/a">A</a><a href="/b" aria-current="page">B</a></nav><main><h1>Title</h1></main>
  </div>`
  await expect.poll(() => document.activeElement?.textContent).toBe('B')
  expect(areaOfKeys()).toBe('sub-layer')
})

test('a screen that opens has its main field focused, and the one of its content where that loads later', async () => {
  document.body.innerHTML = `<div data-screen="settings"><div data-focus-area="sub-layer">
    <nav><input id="search" data-main-field><a href="/b" aria-current="page">B</a></nav>
    <main></main>
  </div></div>`
  const main = document.querySelector('main') as HTMLElement
  followFocus(fork())
  focusOpenedScreen()
  expect(document.activeElement?.id).toBe('search')
  main.innerHTML = '<h1>Shortcuts</h1><input id="keys" data-main-field>'
  await expect.poll(() => document.activeElement?.id).toBe('keys')
})

test('what takes the place of a screen that was loading has its main field focused, a dialog keeps the focus', async () => {
  const start = () => {
    document.body.innerHTML = `<div data-screen="highlights"><main data-focus-area="sub-layer">
      <div data-scroll tabindex="-1"></div>
    </main></div><div data-focus-area="modal"><input id="own"></div>`
    focusOpenedScreen()
    return document.querySelector('main') as HTMLElement
  }
  followFocus(fork())
  start().innerHTML = '<div data-scroll tabindex="-1"><input id="search" data-main-field></div>'
  await expect.poll(() => document.activeElement?.id).toBe('search')
  const main = start()
  document.querySelector<HTMLElement>('#own')?.focus()
  main.innerHTML = '<div data-scroll tabindex="-1"><input id="search" data-main-field></div>'
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  expect(document.activeElement?.id).toBe('own')
})

test('tabs are what a screen begins with where it has no field, and what has the focus already keeps it', () => {
  document.body.innerHTML = `<div data-screen="activity"><main data-focus-area="sub-layer">
    <h1>Activity</h1>
    <div role="tablist"><button role="tab" aria-selected="false">A</button><button role="tab" aria-selected="true">B</button></div>
    <input id="own">
  </main></div>`
  followFocus(fork())
  focusOpenedScreen()
  expect(document.activeElement?.textContent).toBe('B')
  document.getElementById('own')?.focus()
  focusOpenedScreen()
  expect(document.activeElement?.id).toBe('own')
})

test('on a touch screen no field is focused', () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList)
  document.body.innerHTML = `<div data-screen="highlights"><main data-focus-area="sub-layer">
    <h1>Highlights</h1><input data-main-field>
  </main></div>`
  followFocus(fork())
  focusOpenedScreen()
  expect(document.activeElement?.tagName).toBe('H1')
  vi.restoreAllMocks()
})

test('keys do not act on panes that another screen has replaced', () => {
  document.body.innerHTML = '<main data-focus-area="timeline" tabindex="0"></main>'
  const areaOfKeys = followFocus(fork())
  document.querySelector('main')?.focus()
  expect(areaOfKeys()).toBe('timeline')
  document.body.innerHTML =
    '<div data-screen="not-found"><main data-focus-area="sub-layer"><h1>Nothing here</h1></main></div>'
  expect(areaOfKeys()).toBe('sub-layer')
  expect(document.activeElement?.tagName).toBe('H1')
})

test('a pane that Tab has reached lets Tab go on; one that is used has the key for itself', () => {
  document.body.innerHTML =
    '<button></button><main data-focus-area="timeline"><div data-scroll tabindex="0"></div></main>'
  const scope = fork()
  followFocus(scope)
  const list = document.querySelector('[data-scroll]') as HTMLElement
  const isPaneFocused = () => scope.getState(context.$contextKeys).get('paneFocused') ?? false
  const press = (key: string) => list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  list.focus()
  expect(isPaneFocused()).toBe(true)
  document.querySelector('button')?.focus()
  expect(isPaneFocused()).toBe(false)
  press('Tab')
  list.focus()
  expect(isPaneFocused()).toBe(false)
  press('j')
  expect(isPaneFocused()).toBe(true)
})

test('Escape leaves a field of a screen for its heading, and no field elsewhere', () => {
  document.body.innerHTML = `<main data-focus-area="sub-layer"><h1>Discover</h1><input id="in" value="zzz"></main>
    <div role="dialog" data-focus-area="modal"><input id="over"></div>`
  leaveFields()
  const escape = (id: string, more: KeyboardEventInit = {}) => {
    const field = document.getElementById(id) as HTMLInputElement
    field.focus()
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, ...more })
    field.dispatchEvent(event)
    return { isTaken: event.defaultPrevented, focused: document.activeElement?.tagName, value: field.value }
  }
  expect(escape('in')).toEqual({ isTaken: true, focused: 'H1', value: 'zzz' })
  expect(escape('in', { isComposing: true })).toMatchObject({ isTaken: false, focused: 'INPUT' })
  expect(escape('in', { keyCode: 229 })).toMatchObject({ isTaken: false, focused: 'INPUT' })
  expect(escape('over')).toMatchObject({ isTaken: false, focused: 'INPUT' })
})
