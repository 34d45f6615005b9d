// @vitest-environment happy-dom
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { expect, test } from 'vitest'
import { $place, fromPath, home, placeAsked, toPath } from '../model/index.ts'
import { usePlaceInAddress } from './place-in-address.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

function Address() {
  usePlaceInAddress()
  return null
}

test('an entry that was opened before the router came is in the address, and no later one gives way to it', async () => {
  window.history.replaceState(null, '', toPath(home))
  const scope = fork()
  const open = (entryId: string) => allSettled(placeAsked, { scope, params: { entryId } })
  await open('9')
  const root = createRoot(document.createElement('div'))
  const drawn = act(async () =>
    root.render(
      <Provider value={scope}>
        <BrowserRouter>
          <Address />
        </BrowserRouter>
      </Provider>,
    ),
  )
  // The moment in which the router writes the address is one in which a person may go on.
  const { replaceState } = window.history
  window.history.replaceState = function write(...given) {
    replaceState.apply(window.history, given)
    if (fromPath(window.location.pathname)?.entryId === '9') void open('8')
  }
  await drawn
  window.history.replaceState = replaceState
  expect(scope.getState($place).entryId).toBe('8')
  await expect.poll(() => fromPath(window.location.pathname)?.entryId).toBe('8')
  await act(async () => root.unmount())
})
