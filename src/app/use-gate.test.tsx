// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { featuresRegistered } from '../features/registry.ts'
import { sessionChanged, sessionEnded, type Session } from '../model/session/index.ts'
import { createReader, testUser } from '../model/testing.ts'
import { useGate } from './use-gate.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

function Address() {
  const { pathname, search } = useLocation()
  useGate()
  return pathname + search
}

async function at(path: string) {
  const { scope } = createReader()
  const load = async () => ({ default: () => null })
  await allSettled(featuresRegistered, {
    scope,
    params: [{ id: 'session', screens: [{ path: '/login', titleKey: 'a', access: 'signed-out', load }] }],
  })
  const container = document.createElement('div')
  const become = (session: Session) =>
    act(async () => void (await allSettled(sessionChanged, { scope, params: session })))
  await act(async () =>
    createRoot(container).render(
      <Provider value={scope}>
        <MemoryRouter initialEntries={[path]}>
          <Address />
        </MemoryRouter>
      </Provider>,
    ),
  )
  return { container, scope, become }
}
const nobody: Session = { status: 'unauthenticated', user: null }

test('who signs in on the way to an address arrives there', async () => {
  const { container, become } = await at('/timeline/view-1/feed/entry?share=0')
  await become(nobody)
  expect(container.textContent).toBe('/login')
  await become({ status: 'authenticated', user: testUser('1') })
  expect(container.textContent).toBe('/timeline/view-1/feed/entry?share=0')
})

test('a session that ends while reading leaves the user where they are', async () => {
  const { container, scope, become } = await at('/rules')
  await become({ status: 'authenticated', user: testUser('1') })
  await act(async () => void (await allSettled(sessionEnded, { scope })))
  await become(nobody)
  expect(container.textContent).toBe('/rules')
})
