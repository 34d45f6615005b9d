// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { singleFromWire } from '../../model/entries/from-wire.ts'
import { entrySummariesChanged } from '../../model/entries/index.ts'
import type { UserHighlight } from '../../model/highlights/index.ts'
import { $services } from '../../model/services.ts'
import { createFakeServer, startReader } from '../../model/testing.ts'
import { HighlightedEntry } from './highlighted-entry.tsx'

test('an entry that comes after its highlight is shown', async () => {
  const server = createFakeServer()
  server.follow('1', { view: 2 })
  const reader = await startReader({ server })
  const box = document.createElement('div')
  flushSync(() =>
    createRoot(box).render(
      <Provider value={reader.scope}>
        <QueryClientProvider client={reader.scope.getState($services).queryClient}>
          <MemoryRouter>
            <HighlightedEntry highlight={{ id: 'h', entryId: 'late' } as UserHighlight} />
          </MemoryRouter>
        </QueryClientProvider>
      </Provider>,
    ),
  )
  // Its row is asked for in vain.
  await reader.settled()
  expect(box.querySelector('.ui-skeleton')).not.toBeNull()
  // It comes with another list than the open one, which does not show it.
  server.publish('1', 'late', Date.UTC(2026, 0, 15, 11))
  const { data } = await server.api.entries.get({ id: 'late' })
  if (!data) throw new Error('The server does not have the entry')
  await reader.local.call('entries.put', [singleFromWire(data, { read: false, starredAt: null })])
  await allSettled(entrySummariesChanged, { scope: reader.scope, params: ['late'] })
  await expect.poll(() => box.querySelector('h1')?.textContent).toBe('Entry late')
  expect(box.querySelector('.ui-skeleton')).toBeNull()
})
