// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json'
import common from '../../../locales/en/common.json'
import errors from '../../../locales/en/errors.json'
import sources from '../../../locales/en/sources.json'
import { currencyNamed } from '../../model/plugins/currency.ts'
import { $subscriptions } from '../../model/subscriptions/index.ts'
import { createQueryClient } from '../../model/query-client.ts'
import { createFakeServer, startReader } from '../../model/testing.ts'
import FollowListDialog from './follow-dialog.tsx'

beforeAll(() =>
  i18next.init({
    lng: 'en',
    ns: ['sources', 'app', 'common', 'errors'],
    resources: { en: { sources, app, common, errors } },
  }),
)

async function openDialog() {
  const server = createFakeServer()
  server.sources.offerList('42', { title: 'Science', fee: 50 })
  const { followers: _, ...list } = server.sources.lists.get('42') ?? { followers: null }
  const details = { list, entries: [], subscriptionCount: 3, readCount: 0, feedCount: 7 }
  const get = async () => ({ code: 0, data: details })
  const api = { ...server.api, lists: { ...server.api.lists, get } } as never
  const reader = await startReader({ server, services: { api } })
  await allSettled(currencyNamed, { scope: reader.scope, params: 'POWER' })
  let closed = 0
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <Provider value={reader.scope}>
      <QueryClientProvider client={createQueryClient()}>
        <FollowListDialog listId="42" onClose={() => (closed += 1)} />
      </QueryClientProvider>
    </Provider>,
  )
  const button = () => document.querySelector<HTMLButtonElement>('button[type="submit"]')
  await expect.poll(() => button()?.textContent).toContain('Follow for 50 POWER')
  const submit = () => button()?.click()
  const text = () => document.querySelector('[role="dialog"]')?.textContent ?? ''
  return { ...reader, server, submit, text, isClosed: () => closed > 0 }
}

test('a list with a fee says what it costs, asks for the code, and is followed with it', async () => {
  const { scope, server, submit, text, isClosed } = await openDialog()
  expect(text()).toContain('costs 50 POWER, once')
  server.refuse('subscriptions.create', {
    kind: 'refused',
    key: null,
    code: 4002,
    message: 'Your balance is too low.',
    reason: null,
    status: 400,
  })
  submit()
  await expect.poll(text).toContain('Your balance is too low.')
  server.refuse('subscriptions.create', 'twoFactorCodeRequired')
  submit()
  await expect.poll(() => document.querySelector('[autocomplete="one-time-code"]')).toBeTruthy()
  expect(isClosed()).toBe(false)
  expect(scope.getState($subscriptions).has('list/42')).toBe(false)
  const input = document.querySelector<HTMLInputElement>('[autocomplete="one-time-code"]')
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  set?.call(input, '123456')
  input?.dispatchEvent(new Event('input', { bubbles: true }))
  await expect.poll(() => input?.value).toBe('123456')
  submit()
  await expect.poll(isClosed).toBe(true)
  expect(server.sent('subscriptions.create').at(-1)?.input).toMatchObject({
    listId: '42',
    TOTPCode: '123456',
  })
  await expect.poll(() => scope.getState($subscriptions).has('list/42')).toBe(true)
})
