// @vitest-environment happy-dom
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json'
import { createFakeServer, createReader } from '../../model/testing.ts'
import { AccountForm } from './account-form.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

beforeAll(() =>
  i18next.init({ lng: 'en', ns: ['app', 'common'], defaultNS: 'app', resources: { en: { app } } }),
)

test('a user with a second factor is asked for the code, and for another after a wrong one', async () => {
  const accepted = 'abcde-fghij'
  const sent: unknown[] = []
  let done = 0
  const server = createFakeServer()
  const verify = (kind: string) => async (input: { code: string }) => {
    sent.push([kind, input.code])
    if (input.code !== accepted) throw { kind: 'failed', status: 401, message: 'Invalid code' }
  }
  const auth = {
    ...server.api.auth,
    signIn: async () => ({ twoFactorRedirect: true }),
    verifyTotp: verify('totp'),
    verifyBackupCode: verify('backup'),
  }
  const { scope } = createReader({ server, services: { api: { ...server.api, auth } } })
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <AccountForm mode="sign-in" onDone={() => (done += 1)}>
          <p>Another way</p>
        </AccountForm>
      </Provider>,
    ),
  )
  const type = async (name: string, text: string) => {
    const input = box.querySelector<HTMLInputElement>(`[name="${name}"]`)
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    await act(async () => {
      set?.call(input, text)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
  const submit = () => act(async () => box.querySelector('form')?.requestSubmit())

  expect(box.textContent).toContain('Another way')
  await type('email', 'ada@example.org')
  await type('password', 'correct horse')
  await submit()
  expect(done).toBe(0)
  // One question at a time.
  expect(box.textContent).not.toContain('Another way')
  expect(box.querySelector('[name="password"]')).toBeNull()
  expect(document.activeElement).toBe(box.querySelector('[name="code"]'))

  await submit()
  expect(box.querySelector('[name="code"]')?.getAttribute('aria-invalid')).toBe('true')
  await type('code', '000000')
  await submit()
  expect(box.querySelector('[data-tone="danger"]')).toBeTruthy()
  const [backup] = [...box.querySelectorAll<HTMLButtonElement>('button[type="button"]')]
  await act(async () => backup?.click())
  expect(document.activeElement).toBe(box.querySelector('[name="code"]'))
  await type('code', accepted)
  await submit()
  expect(sent).toEqual([
    ['totp', '000000'],
    ['backup', accepted],
  ])
  await expect.poll(() => done).toBe(1)
  await act(async () => root.unmount())
})

test('a code that the server refuses is named on its field', async () => {
  const server = createFakeServer()
  const auth = {
    ...server.api.auth,
    signUp: async () => {
      throw {
        kind: 'refused',
        key: 'invalidInvitation',
        code: 1003,
        message: 'Invalid invitation',
        reason: null,
        status: 400,
      }
    },
  }
  const { scope } = createReader({ server, services: { api: { ...server.api, auth } } })
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <AccountForm mode="sign-up" invited />
      </Provider>,
    ),
  )
  const inputOf = (name: string) => box.querySelector<HTMLInputElement>(`[name="${name}"]`)
  const type = (name: string, text: string) =>
    act(async () => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      set?.call(inputOf(name), text)
      inputOf(name)?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  await type('invitation', 'wrong')
  await type('name', 'Ada')
  await type('email', 'ada@example.org')
  for (const name of ['password', 'repeated']) await type(name, 'correct horse')
  await act(async () => box.querySelector('form')?.requestSubmit())
  await expect.poll(() => inputOf('invitation')?.getAttribute('aria-invalid')).toBe('true')
  expect(box.textContent).toContain('Invalid invitation')
  expect(box.querySelector('[data-tone="danger"]')).toBeNull()
  expect(document.activeElement).toBe(inputOf('invitation'))
  await type('invitation', 'another')
  expect(inputOf('invitation')?.getAttribute('aria-invalid')).not.toBe('true')
  await act(async () => root.unmount())
})

test('who signs in before the address is confirmed is told to open the link', async () => {
  const server = createFakeServer()
  const auth = {
    ...server.api.auth,
    signIn: async () => {
      throw {
        kind: 'refused',
        key: 'emailNotVerified',
        code: 1006,
        message: 'Email not verified',
        reason: null,
        status: 400,
      }
    },
  }
  const { scope } = createReader({ server, services: { api: { ...server.api, auth } } })
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <AccountForm mode="sign-in" />
      </Provider>,
    ),
  )
  for (const [name, text] of [
    ['email', 'ada@example.org'],
    ['password', 'correct horse'],
  ]) {
    const input = box.querySelector<HTMLInputElement>(`[name="${name}"]`)
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
  await act(async () => box.querySelector('form')?.requestSubmit())
  await expect.poll(() => box.textContent).toContain('We have sent an e-mail to ada@example.org')
  await act(async () => root.unmount())
})
