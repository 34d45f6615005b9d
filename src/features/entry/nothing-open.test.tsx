// @vitest-environment happy-dom
import { Provider } from 'effector-react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { createFakeServer, startReader } from '../../model/testing.ts'
import { NothingOpen } from './nothing-open.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

async function paneOf(server: ReturnType<typeof createFakeServer>) {
  const { scope } = await startReader({ server })
  const box = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(box).render(
      <Provider value={scope}>
        <NothingOpen />
      </Provider>,
    ),
  )
  return box
}

test('teaches keys, and is still while the list says what comes first in an empty account', async () => {
  const server = createFakeServer()
  expect((await paneOf(server)).querySelectorAll('.ui-state')).toHaveLength(0)
  server.follow('a')
  expect((await paneOf(server)).querySelectorAll('.ui-state')).toHaveLength(1)
})
