// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import settings from '../../../locales/en/settings.json'
import { createInvitationFx } from '../../model/session/index.ts'
import { createFakeServer, createReader } from '../../model/testing.ts'
import CodeDialog from './code-dialog.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

beforeAll(() => i18next.init({ lng: 'en', ns: ['settings', 'common'], resources: { en: { settings } } }))

const refusal = (key: string, code: number) => ({
  kind: 'refused',
  key,
  code,
  message: '',
  reason: null,
  status: 400,
})

test('the dialog repeats the call with the code, and asks again after a wrong one', async () => {
  const server = createFakeServer()
  const sent: (string | undefined)[] = []
  const create = async ({ TOTPCode }: { TOTPCode?: string }) => {
    sent.push(TOTPCode)
    if (TOTPCode === undefined) throw refusal('twoFactorCodeRequired', 4008)
    if (TOTPCode !== '123456') throw refusal('invalidTwoFactorCode', 4007)
    return { code: 0 as const, data: 'ABCDEFGHIJ' }
  }
  const api = { ...server.api, invitations: { ...server.api.invitations, create } }
  const { scope } = createReader({ server, services: { api } })
  await allSettled(createInvitationFx, { scope, params: {} })

  let closed = 0
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <CodeDialog onClose={() => (closed += 1)} />
      </Provider>,
    ),
  )
  await expect.poll(() => document.querySelector('[name="code"]')).toBeTruthy()
  const input = document.querySelector<HTMLInputElement>('[name="code"]')
  const button = document.querySelector<HTMLButtonElement>('button[type="submit"]')
  const enter = async (text: string) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    await act(async () => {
      set?.call(input, text)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
  expect(button?.disabled).toBe(true)
  await enter('000 000')
  expect(button?.disabled).toBe(false)
  await act(async () => input?.form?.requestSubmit())
  await expect.poll(() => input?.getAttribute('aria-invalid')).toBe('true')
  expect(closed).toBe(0)
  await enter('123456')
  await act(async () => input?.form?.requestSubmit())
  await expect.poll(() => closed).toBe(1)
  expect(sent).toEqual([undefined, '000000', '123456'])
  await act(async () => root.unmount())
})
