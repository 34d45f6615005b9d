// @vitest-environment happy-dom
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { Subscriptions } from '../features/subscriptions/index.ts'
import { focusOpenedScreen, focusPane, followFocus } from './focus.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('keys that are asked for before the pane is filled go to its tree when that comes', async () => {
  const scope = fork()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const draw = (empty: boolean) =>
    act(async () =>
      root.render(
        <Provider value={scope}>
          <Subscriptions empty={empty} />
        </Provider>,
      ),
    )
  await draw(true)
  const pane = document.querySelector('nav')
  focusPane('subscription-list', 10)
  expect(pane?.contains(document.activeElement)).toBe(false)
  await draw(false)
  await expect.poll(() => pane?.contains(document.activeElement)).toBe(true)
  await act(async () => root.unmount())
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
