// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import app from '../../../locales/en/app.json'
import type { Output } from '../../contract/calls.ts'
import { $services, type Services } from '../../model/services.ts'
import { PastPanel } from './past-panel.tsx'

const listOf = (examined: readonly number[]): Output<'actions.runs'> => ({
  code: 0,
  data: examined.map((count) => ({
    id: String(count),
    names: ['Metals'],
    state: 'done',
    examined: count,
    touched: 2,
    createdAt: '2026-01-01T00:00:00Z',
  })),
})

test('a run that is begun before the list of runs has arrived is listed, though the older list arrives after it', async () => {
  await i18next.init({ lng: 'en', ns: ['app'], resources: { en: { app } } })
  const older = Promise.withResolvers<Output<'actions.runs'>>()
  const lists = [older.promise, Promise.resolve(listOf([3]))]
  let begun = 0
  const actions = {
    runs: () => lists.shift(),
    run: async () => ({ code: 0, data: { run: String((begun += 1)) } }),
  }
  const services = { api: { actions }, newId: () => 'key' } as unknown as Services
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(
    <Provider value={fork({ values: [[$services, services]] })}>
      <QueryClientProvider client={new QueryClient()}>
        <PastPanel rules={[{ name: 'Metals', condition: [], result: { star: true } }]} />
      </QueryClientProvider>
    </Provider>,
  )
  const apply = () =>
    [...container.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Apply'))

  await expect.poll(apply).toBeDefined()
  await expect.poll(() => lists.length).toBe(1)
  apply()?.click()
  await expect.poll(() => begun).toBe(1)
  // The panel has its answer, too: what follows it in this turn is done.
  await new Promise((resolve) => setTimeout(resolve))
  older.resolve(listOf([]))
  await expect.poll(() => container.querySelector('ul')?.textContent).toContain('3 examined, 2 touched')
  root.unmount()
})
