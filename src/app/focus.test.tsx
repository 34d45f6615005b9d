// @vitest-environment happy-dom
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { Subscriptions } from '../features/subscriptions/index.ts'
import { focusPane } from './focus.ts'

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
