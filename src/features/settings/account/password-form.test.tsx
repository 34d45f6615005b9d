// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import app from '../../../../locales/en/app.json'
import settings from '../../../../locales/en/settings.json'
import { $services, type Services } from '../../../model/services.ts'
import { PasswordForm } from './password-form.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() =>
  i18next.init({
    lng: 'en',
    ns: ['settings', 'app'],
    defaultNS: 'settings',
    resources: { en: { app, settings } },
  }),
)

test('a new password ends app passwords unless the user unticks it', async () => {
  const changes: unknown[] = []
  const changePassword = async (change: unknown) => {
    changes.push(change)
    return { appPasswords: { revoked: 0, left: 0 } }
  }
  const services = { api: { auth: { changePassword } } } as unknown as Services
  const box = document.createElement('div')
  document.body.append(box)
  await act(async () =>
    createRoot(box).render(
      <Provider value={fork({ values: [[$services, services]] })}>
        <QueryClientProvider client={new QueryClient()}>
          <PasswordForm />
        </QueryClientProvider>
      </Provider>,
    ),
  )
  const change = async () => {
    const words = ['an old passphrase', 'a new long passphrase', 'a new long passphrase']
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    for (const [at, input] of box.querySelectorAll<HTMLInputElement>('input[type=password]').entries())
      await act(async () => {
        setValue?.call(input, words[at] ?? '')
        input.dispatchEvent(new Event('input', { bubbles: true }))
      })
    await act(async () => box.querySelector<HTMLButtonElement>('button[type=submit]')?.click())
  }
  const tick = () =>
    act(async () => box.querySelector<HTMLElement>('[role=checkbox], input[type=checkbox]')?.click())
  await change()
  await tick()
  await change()
  await change()
  expect(changes).toMatchObject([
    { revokeAppPasswords: true },
    { revokeAppPasswords: false },
    { revokeAppPasswords: true },
  ])
  box.remove()
})
