// @vitest-environment happy-dom
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import errors from '../../../locales/en/errors.json'
import sources from '../../../locales/en/sources.json'
import type { FeedRow } from '../settings/index.ts'
import { FeedRequests } from './feed-requests.tsx'

const row = {
  id: 'feed/1',
  title: 'Tea',
  url: 'https://example.org/feed',
  error: 'HTTP 404',
  gone: false,
  nextFetch: new Date(Date.now() + 3.2 * 3_600_000).toISOString(),
} as FeedRow

beforeAll(() => i18next.init({ lng: 'en', defaultNS: 'sources', resources: { en: { sources, errors } } }))

test('a feed says in how long it is requested next, with the time itself as its tooltip', async () => {
  const box = document.createElement('div')
  const root = createRoot(box)
  root.render(
    <FeedRequests
      rows={[row]}
      isPending={false}
      failed={false}
      retry={() => undefined}
      current={null}
      onChoose={() => undefined}
    />,
  )
  await expect.poll(() => box.querySelector('.activity-hint')?.textContent).toContain('next request in 3 hr.')
  const tooltip = box.querySelector<HTMLElement>('.activity-hint')?.title ?? ''
  expect(Number.isNaN(Date.parse(tooltip))).toBe(false)
  expect(box.querySelector('.activity-fault')).not.toBeNull()
  root.unmount()
})
