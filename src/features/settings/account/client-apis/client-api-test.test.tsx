// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { $services } from '../../../../model/services.ts'
import { startReader } from '../../../../model/testing.ts'
import { ClientApiTest } from './client-api-test.tsx'

// Keys in place of their texts.
beforeAll(() => i18next.init({ lng: 'cimode', defaultNS: 'settings' }))
afterEach(() => vi.unstubAllGlobals())

test('the password of the test may only read, and is deleted also where every request fails', async () => {
  const { scope } = await startReader()
  const { api, queryClient } = scope.getState($services)
  const calls: [string, object][] = []
  const secrets = { username: 'ada@example.org', password: 'the secret', feverKey: 'the key' }
  Object.assign(api.appPasswords, {
    create: async (input: object) => {
      calls.push(['create', input])
      return { code: 0, data: { id: '7', ...secrets } }
    },
    delete: async (input: object) => {
      calls.push(['delete', input])
      return { code: 0 }
    },
  })
  const requests: RequestInit[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    requests.push(init)
    throw new TypeError('There is no connection')
  })
  let ended = 0
  const box = document.createElement('div')
  createRoot(box).render(
    <Provider value={scope}>
      <QueryClientProvider client={queryClient}>
        <ClientApiTest onEnd={() => (ended += 1)} />
      </QueryClientProvider>
    </Provider>,
  )
  await expect.poll(() => box.querySelector('button')).not.toBeNull()
  box.querySelector('button')?.click()
  await expect.poll(() => ended).toBe(1)
  expect(calls).toEqual([
    ['create', { name: 'account.apiTest.title', scopes: ['read'] }],
    ['delete', { id: '7' }],
  ])
  expect(requests).toHaveLength(3)
  for (const request of requests) expect(request).toMatchObject({ credentials: 'omit', redirect: 'manual' })
  await expect.poll(() => box.querySelector('[role="status"]')?.textContent).toBe('account.apiTest.problems')
  const failed = [...box.querySelectorAll('[data-state="failed"]')].map(({ textContent }) => textContent)
  expect(failed).toHaveLength(3)
  expect(failed[0]).toContain('account.apiTest.problem.unreachable')
  expect(box.querySelectorAll('[data-state="passed"]')).toHaveLength(0)
  expect(box.textContent).not.toContain(secrets.password)
})
