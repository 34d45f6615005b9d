// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createEvent, createStore, fork } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { createInstancesScreen } from './instances-screen.tsx'
import en from './locales/en.json' with { type: 'json' }
import { createModel } from './model.ts'
import type { Instance, Remote } from './remote.ts'

const hub: Instance = {
  id: '7',
  ownerUserId: 'ada',
  price: 0,
  description: 'Hub of Ada',
  userLimit: null,
  userCount: 0,
  owner: null,
  errorAt: null,
  errorMessage: null,
} as unknown as Instance

test('an instance that fails says since when and why, cannot be chosen, and is used by its button once it works again', async () => {
  await i18next.init({ lng: 'en', resources: { en: { rsshub: en } } })
  const failing = { ...hub, errorAt: '2026-11-01T08:00:00.000Z', errorMessage: 'Not its configuration' }
  let listed: readonly Instance[] = [failing]
  let usage: object | null = null
  const rsshub = {
    instances: {
      list: async () => ({ code: 0, data: listed }),
      status: async () => ({ code: 0, data: { usage, purchase: null } }),
      use: async ({ id }: { id: string }) => void (usage = { rsshubId: id }),
    },
    hasOwn: async () => false,
    withCode: (call: (code: object) => Promise<unknown>) => call({}),
  } as unknown as Remote
  const model = createModel({
    rsshub,
    notified: createEvent<never>() as never,
    failed: createEvent<unknown>(),
  })
  const opens = createEvent<never>() as never
  const host = {
    reader: { $user: createStore({ id: 'ada' }) } as never,
    openUse: opens,
    openEdit: opens,
    openDelete: opens,
  }
  const Screen = createInstancesScreen(model, host)
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const client = new QueryClient()
  root.render(
    <Provider value={fork()}>
      <QueryClientProvider client={client}>
        <Screen />
      </QueryClientProvider>
    </Provider>,
  )
  const card = () => box.querySelector('[aria-label="Hub of Ada"]')
  const use = () => box.querySelector<HTMLButtonElement>('[aria-label="Use Hub of Ada"]')
  await expect.poll(() => card()?.textContent).toContain('Does not work since')
  expect(card()?.textContent).toContain('Not its configuration')
  expect(use()?.disabled).toBe(true)

  listed = [hub]
  await client.invalidateQueries()
  await expect.poll(() => card()?.textContent).toContain('Works')
  expect(use()?.disabled).toBe(false)
  use()?.click()
  await expect.poll(() => card()?.textContent).toContain('In use')
  expect(box.textContent).toContain('You use “Hub of Ada”.')
  expect(use()).toBeNull()
  root.unmount()
})
