// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import app from '../../../locales/en/app.json'
import common from '../../../locales/en/common.json'
import type { Configs } from '../../contract/status.ts'
import { configsReceived } from '../../model/session/index.ts'
import { createFakeServer, createReader } from '../../model/testing.ts'
import { ForgetPasswordPage } from './forget-password-page.tsx'
import SessionDialog from './session-dialog.tsx'
import { SessionPage } from './session-page.tsx'
import { SignUpPage } from './sign-up-page.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

beforeAll(() =>
  i18next.init({
    lng: 'en',
    ns: ['app', 'common'],
    defaultNS: 'app',
    resources: { en: { app, common } },
  }),
)

let root: Root
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
})

const institute = { id: 'oidc', name: 'The Institute', color: '', icon: '', icon64: '', iconDark64: '' }

async function open(path: string, configs: object, providers: () => Promise<object>): Promise<HTMLElement> {
  const server = createFakeServer()
  const session = { ...server.api.session, providers: providers as typeof server.api.session.providers }
  const { scope } = createReader({ server, services: { api: { ...server.api, session } } })
  await allSettled(configsReceived, { scope, params: { SIGNUP: 'open', ...configs } as Configs })
  const box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <QueryClientProvider client={client}>
          <MemoryRouter initialEntries={[path]}>
            <Routes>
              <Route path="/login" element={<SessionPage />} />
              <Route path="/register" element={<SignUpPage />} />
              <Route path="/forget-password" element={<ForgetPasswordPage />} />
              <Route path="/dialog" element={<SessionDialog onClose={() => undefined} />} />
            </Routes>
          </MemoryRouter>
        </QueryClientProvider>
      </Provider>,
    ),
  )
  await act(() => vi.waitFor(() => expect(client.isFetching()).toBe(0)))
  return document.body
}
const buttons = (box: HTMLElement) => [...box.querySelectorAll('button')].map((one) => one.textContent)

test('an open server shows the form and the providers', async () => {
  const box = await open('/login', { LOCAL_SIGNIN: true }, async () => ({ oidc: institute }))
  expect(box.querySelector('[name="password"]')).not.toBeNull()
  await vi.waitFor(() => expect(buttons(box)).toContain('Continue with The Institute'))
  expect(box.textContent).toContain('Forgot')
})

test.each(['/login', '/register', '/forget-password', '/dialog'])(
  'where local sign-in is closed, %s shows the providers alone',
  async (path) => {
    const box = await open(path, { LOCAL_SIGNIN: false }, async () => ({ oidc: institute }))
    await vi.waitFor(() => expect(buttons(box)).toContain('Continue with The Institute'))
    expect(box.querySelectorAll('input, a')).toHaveLength(0)
    expect(box.textContent).not.toContain(app.session.passkey.signIn)
    expect(box.querySelector('.session-or')).toBeNull()
  },
)

test('the first user of a closed server reads that the account will be the admin’s', async () => {
  const configs = { LOCAL_SIGNIN: false, FIRST_ACCOUNT: true }
  const box = await open('/register', configs, async () => ({ oidc: institute }))
  expect(box.textContent).toContain(app.session.firstWords)
  await vi.waitFor(() => expect(buttons(box)).toContain('Continue with The Institute'))
})

test('without a provider the proxy is named, and a reload leads there', async () => {
  const box = await open('/login', { LOCAL_SIGNIN: false }, async () => ({}))
  await vi.waitFor(() => expect(box.textContent).toContain(app.session.byProxy))
  expect(buttons(box)).toEqual([common.action.reload])
})

test('a failed request can be repeated', async () => {
  let asked = 0
  const box = await open('/login', { LOCAL_SIGNIN: false }, async () => {
    if (++asked === 1) throw new Error('down')
    return { oidc: institute }
  })
  await vi.waitFor(() => expect(box.textContent).toContain(app.session.error.unreachable))
  await act(async () => box.querySelector('button')?.click())
  await vi.waitFor(() => expect(buttons(box)).toEqual(['Continue with The Institute']))
})
