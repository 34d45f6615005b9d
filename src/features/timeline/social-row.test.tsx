// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { settingChanged, type EntryHead, type UserLabel } from '../../model/index.ts'
import { startReader } from '../../model/testing.ts'
import type { EntryRowProps } from './row-parts.tsx'
import { SocialRow } from './social-row.tsx'

test('a long post is folded, unless the setting shows it whole', async () => {
  const { scope } = await startReader()
  const summary = {
    id: '1',
    title: null,
    description: 'A long thought that goes on and on. '.repeat(40),
    url: null,
    author: 'Ada',
    publishedAt: 0,
    media: [],
    attachments: [],
  } as unknown as EntryHead
  const row = {
    id: '1',
    feedName: 'Notes',
    feedImage: null,
    read: false,
    starred: false,
    labels: [] as readonly UserLabel[],
  } as EntryRowProps
  const box = document.createElement('div')
  createRoot(box).render(
    <Provider value={scope}>
      <SocialRow summary={summary} row={row} />
    </Provider>,
  )
  const isFolded = () => box.querySelector('.post-text')?.hasAttribute('data-folded')
  await expect.poll(isFolded).toBe(true)
  const change = (key: 'enhancedSettings' | 'autoExpandLongSocialMedia') =>
    allSettled(settingChanged, { scope, params: { tab: 'general', key, value: true } })
  await change('autoExpandLongSocialMedia')
  // It is one of the enhanced settings, which read as their default at first.
  expect(isFolded()).toBe(true)
  await change('enhancedSettings')
  await expect.poll(isFolded).toBe(false)
})
