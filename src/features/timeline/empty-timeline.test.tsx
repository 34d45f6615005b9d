// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json'
import { navigationRequested } from '../../model/location/index.ts'
import { feeds } from '../../model/subscriptions/index.ts'
import { $services } from '../../model/services.ts'
import { createFakeServer, startReader } from '../../model/testing.ts'
import EmptyTimeline from './empty-timeline.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => i18next.init({ lng: 'en', ns: ['app'], defaultNS: 'app', resources: { en: { app } } }))

/** @returns the page of a user who follows these feeds; those that fail do so with HTTP 500 */
async function emptyTimeline(options: { failing?: string[]; fetched?: string[]; feedId?: string }) {
  const server = createFakeServer()
  for (const id of ['1', '2']) server.follow(id)
  for (const id of options.fetched ?? []) server.publish(id, `e${id}`, Date.UTC(2026, 0, 1), { read: true })
  const fetches = async () => ({
    code: 0 as const,
    data: { fetches: [], nextFetchAt: '2026-01-16T12:00:00.000Z' },
  })
  const api = { ...server.api, feeds: { ...server.api.feeds, fetches } }
  const { scope } = await startReader({ server, services: { api } })
  for (const id of options.failing ?? [])
    await allSettled(feeds.received, {
      scope,
      params: {
        [id]: {
          type: 'feed',
          id,
          url: `https://example.org/${id}.xml`,
          errorAt: '2026-01-15T12:00:00.000Z',
          errorMessage: 'HTTP 500',
        },
      },
    })
  if (options.feedId)
    await allSettled(navigationRequested, { scope, params: { source: { kind: 'feed', id: options.feedId } } })
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <QueryClientProvider client={scope.getState($services).queryClient}>
          <EmptyTimeline />
        </QueryClientProvider>
      </Provider>,
    ),
  )
  return { scope, box }
}
const text = (box: HTMLElement) => () => box.textContent

test('a feed that fails says why and when it is tried again, and can be fetched now', async () => {
  const { box } = await emptyTimeline({ failing: ['1'], feedId: '1' })
  await expect.poll(text(box)).toMatch(/This feed cannot be fetched: HTTP 500.*Next attempt .*2026/)
  const buttons = [...box.querySelectorAll('button')]
  expect(buttons.map((button) => [button.dataset['commandId'], button.dataset['commandArgs']])).toEqual([
    ['subscription:refresh', '{"subscriptions":["feed/1"]}'],
    ['subscription:find-replacement', '{"subscriptions":["feed/1"]}'],
    ['subscription:edit', '{"subscriptions":["feed/1"]}'],
    ['subscription:unfollow', '{"subscriptions":["feed/1"]}'],
  ])
})

test('where every feed fails the timeline does not say that all is read', async () => {
  const { box } = await emptyTimeline({ failing: ['1', '2'] })
  await expect.poll(text(box)).toContain('2 feeds cannot be fetched')
})

test('where nothing was fetched yet it says so', async () => {
  const { box } = await emptyTimeline({})
  await expect.poll(text(box)).toContain('Nothing has been fetched yet')
})

test('where entries were fetched and read it says that all is read', async () => {
  const { box } = await emptyTimeline({ failing: ['2'], fetched: ['1'] })
  await expect.poll(text(box)).toContain('All read')
})
