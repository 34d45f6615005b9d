// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { Provider, useStoreMap } from 'effector-react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { $services } from '../../model/services.ts'
import { $feeds } from '../../model/subscriptions/index.ts'
import { createFakeServer, startReader } from '../../model/testing.ts'
import { FeedFacts } from './feed-facts.tsx'

function Facts({ feedId }: { readonly feedId: string }) {
  const feed = useStoreMap({ store: $feeds, keys: [feedId], fn: (feeds, [id]) => feeds.get(id) ?? null })
  return feed && <FeedFacts feed={{ ...feed, ownerUserId: '7' }} />
}

test('the facts of a feed name its owner, and how often it has something new', async () => {
  const server = createFakeServer()
  server.follow('1')
  const reader = await startReader({ server })
  const box = document.createElement('div')
  createRoot(box).render(
    <Provider value={reader.scope}>
      <QueryClientProvider client={reader.scope.getState($services).queryClient}>
        <Facts feedId="1" />
      </QueryClientProvider>
    </Provider>,
  )
  const facts = () => [...box.querySelectorAll('dd')].map((fact) => fact.textContent)
  await expect.poll(facts).toContain('1.5')
  await reader.later(100)
  await expect.poll(() => facts().join(' ')).toContain('Person 7')
  expect(facts()).toContain('3')
  expect(facts()[0]).toBe('https://example.org/1.xml')
})
