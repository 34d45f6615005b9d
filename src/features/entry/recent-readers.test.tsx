// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { $services } from '../../model/services.ts'
import { settingChanged } from '../../model/settings/index.ts'
import { startReader } from '../../model/testing.ts'
import { RecentReaders } from './recent-readers.tsx'

test('others who have read the entry are shown by face and name, unless the setting hides them', async () => {
  const { scope, server } = await startReader()
  const user = (id: string, name: string) => ({
    id,
    name,
    image: `https://p.example/${id}.png`,
    handle: null,
  })
  const services = scope.getState($services)
  const answer = {
    users: { '1': user('1', 'Myself'), '2': user('2', 'Ben'), '3': user('3', 'Cleo') },
    total: 3,
    entryReadHistories: { userIds: ['1', '2', '3'], readCount: 3 },
  }
  Object.assign(services.api.entries, { readHistories: async () => ({ code: 0, data: answer }) })
  expect(server.user?.id).toBe('1')
  const box = document.createElement('div')
  createRoot(box).render(
    <Provider value={scope}>
      <QueryClientProvider client={services.queryClient}>
        <RecentReaders id="7" />
      </QueryClientProvider>
    </Provider>,
  )
  const names = () => [...box.querySelectorAll('li button')].map((one) => one.getAttribute('aria-label'))
  await expect.poll(names).toEqual(['Ben', 'Cleo'])
  expect([...box.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
    'https://p.example/2.png',
    'https://p.example/3.png',
  ])
  await allSettled(settingChanged, {
    scope,
    params: { tab: 'appearance', key: 'hideRecentReader', value: true },
  })
  await expect.poll(names).toEqual([])
})
