// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import app from '../../../locales/en/app.json'
import { createQueryClient } from '../../model/query-client.ts'
import { createFakeServer, createReader } from '../../model/testing.ts'
import { AccountForm } from './account-form.tsx'

beforeAll(() =>
  i18next.init({ lng: 'en', ns: ['app', 'common'], defaultNS: 'app', resources: { en: { app } } }),
)

/** A form in the page. @param auth what the server does */
function shown(form: ReactNode, auth: object) {
  const server = createFakeServer()
  const api = { ...server.api, auth: { ...server.api.auth, ...auth } }
  const { scope } = createReader({ server, services: { api } })
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  onTestFinished(() => root.unmount())
  flushSync(() =>
    root.render(
      <Provider value={scope}>
        <QueryClientProvider client={createQueryClient()}>{form}</QueryClientProvider>
      </Provider>,
    ),
  )
  const inputOf = (name: string) => box.querySelector<HTMLInputElement>(`[name="${name}"]`)
  const type = (name: string, text: string) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    set?.call(inputOf(name), text)
    flushSync(() => inputOf(name)?.dispatchEvent(new Event('input', { bubbles: true })))
  }
  const submit = () => flushSync(() => box.querySelector('form')?.requestSubmit())
  return { box, inputOf, type, submit }
}
const refused = (key: string, code: number, message: string) => ({
  kind: 'refused',
  key,
  code,
  message,
  reason: null,
  status: 400,
})

test('a user with a second factor is asked for the code, and for another after a wrong one', async () => {
  const accepted = 'abcde-fghij'
  const sent: unknown[] = []
  let done = 0
  const verify = (kind: string) => async (input: { code: string }) => {
    sent.push([kind, input.code])
    if (input.code !== accepted) throw { kind: 'failed', status: 401, message: 'Invalid code' }
  }
  const { box, inputOf, type, submit } = shown(
    <AccountForm mode="sign-in" onDone={() => (done += 1)}>
      <p>Another way</p>
    </AccountForm>,
    {
      signIn: async () => ({ twoFactorRedirect: true }),
      verifyTotp: verify('totp'),
      verifyBackupCode: verify('backup'),
    },
  )
  expect(box.textContent).toContain('Another way')
  type('email', 'ada@example.org')
  type('password', 'correct horse')
  submit()
  await expect.poll(() => inputOf('code')).toBeTruthy()
  expect(done).toBe(0)
  // One question at a time.
  expect(box.textContent).not.toContain('Another way')
  expect(inputOf('password')).toBeNull()
  expect(document.activeElement).toBe(inputOf('code'))

  submit()
  expect(inputOf('code')?.getAttribute('aria-invalid')).toBe('true')
  type('code', '000000')
  submit()
  await expect.poll(() => box.querySelector('[data-tone="danger"]')).toBeTruthy()
  const [backup] = [...box.querySelectorAll<HTMLButtonElement>('button[type="button"]')]
  flushSync(() => backup?.click())
  expect(document.activeElement).toBe(inputOf('code'))
  type('code', accepted)
  submit()
  await expect.poll(() => done).toBe(1)
  expect(sent).toEqual([
    ['totp', '000000'],
    ['backup', accepted],
  ])
})

test('a code that the server refuses is named on its field', async () => {
  const { box, inputOf, type, submit } = shown(<AccountForm mode="sign-up" invited />, {
    signUp: async () => {
      throw refused('invalidInvitation', 1003, 'Invalid invitation')
    },
  })
  type('invitation', 'wrong')
  type('name', 'Ada')
  type('email', 'ada@example.org')
  for (const name of ['password', 'repeated']) type(name, 'correct horse')
  submit()
  await expect.poll(() => inputOf('invitation')?.getAttribute('aria-invalid')).toBe('true')
  expect(box.textContent).toContain('Invalid invitation')
  expect(box.querySelector('[data-tone="danger"]')).toBeNull()
  expect(document.activeElement).toBe(inputOf('invitation'))
  type('invitation', 'another')
  await expect.poll(() => inputOf('invitation')?.getAttribute('aria-invalid')).not.toBe('true')
})

test('who signs in before the address is confirmed is told to open the link', async () => {
  const { box, type, submit } = shown(<AccountForm mode="sign-in" />, {
    signIn: async () => {
      throw refused('emailNotVerified', 1006, 'Email not verified')
    },
  })
  type('email', 'ada@example.org')
  type('password', 'correct horse')
  submit()
  await expect.poll(() => box.textContent).toContain('We have sent an e-mail to ada@example.org')
})
