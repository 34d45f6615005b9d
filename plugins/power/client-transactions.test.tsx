// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createEvent, fork } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { PluginRefusal } from '../../src/plugin-api/client.ts'
import { createAdminScreen } from './admin-screen.tsx'
import en from './locales/en.json' with { type: 'json' }
import { createPowerModel } from './model.ts'
import type { PowerCalls } from './power-calls.ts'
import { Transactions } from './transactions.tsx'

let root: Root
beforeAll(() => i18next.init({ lng: 'en', resources: { en: { power: en } } }))
afterEach(() => root.unmount())

function show(content: React.ReactNode) {
  const box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  root.render(
    <Provider value={fork()}>
      <QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>
    </Provider>,
  )
  const button = (name: string) =>
    [...box.querySelectorAll('button')].find(
      (one) => one.textContent?.trim() === name || one.getAttribute('aria-label') === name,
    )
  return { box, button }
}
const transaction = (hash: string) => ({
  hash,
  type: 'tip',
  fromUserId: 'bea',
  toUserId: 'ada',
  powerToken: '1',
  tax: '0',
  createdAt: '2026-11-02T07:00:00.000Z',
})

test('transactions are loaded page by page, and after a failure once more', async () => {
  const all = Array.from({ length: 150 }, (_, at) => transaction(String(at)))
  let isFailing = true
  const power = {
    wallets: {
      transactions: async ({ limit, offset }: { limit: number; offset: number }) => {
        if (isFailing) throw new PluginRefusal('failed')
        return { code: 0, data: all.slice(offset, offset + limit) }
      },
    },
  } as unknown as PowerCalls
  const { box, button } = show(<Transactions model={createPowerModel(power)} userId="ada" balance="7" />)
  await expect.poll(() => button(en.retry)).toBeTruthy()
  isFailing = false
  button(en.retry)?.click()
  await expect.poll(() => box.querySelectorAll('li').length).toBe(100)
  button(en.transactions.more)?.click()
  await expect.poll(() => box.querySelectorAll('li').length).toBe(150)
  expect(button(en.transactions.more)).toBeUndefined()
})

test('what an admin has decided on leaves the list', async () => {
  let waiting = [
    { userId: 'bea', user: { name: 'Bea', image: null }, actionId: 5, payload: { username: 'bea7' } },
  ]
  const decided: unknown[] = []
  const power = {
    wallets: {},
    achievement: {
      audits: async () => ({ code: 0, data: waiting }),
      decide: async (decision: unknown) => {
        decided.push(decision)
        waiting = []
      },
    },
  } as unknown as PowerCalls
  const host = { failed: createEvent<unknown>(), reader: { $user: createPowerModel(power).$overview } }
  const Screen = createAdminScreen(createPowerModel(power), host as never)
  const { box } = show(<Screen />)
  await expect.poll(() => box.textContent).toContain('bea7')
  box.querySelector<HTMLButtonElement>('.power-reward button')?.click()
  await expect.poll(() => box.textContent).toContain(en.admin.noAudits)
  expect(decided).toEqual([{ userId: 'bea', actionId: 5, granted: true }])
})
