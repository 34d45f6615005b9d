// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import type { UserLabel } from '../../model/labels/index.ts'
import type { EntryHead } from '../../model/rows.ts'
import { settingChanged } from '../../model/settings/index.ts'
import { startReader } from '../../model/testing.ts'
import { faceOf, type EntryRowProps } from './row-parts.tsx'
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

test('each author has a picture or letters of their own, and a feed that is the author has its own', () => {
  const row = { feedName: 'Notes', feedImage: 'https://a.example/feed.png', feedSite: 'https://a.example/' }
  const picture = 'https://a.example/ada.png'
  expect(faceOf({ author: 'Ada', authorAvatar: picture }, row)).toEqual({ src: picture, name: 'Ada' })
  expect(faceOf({ author: 'Ada', authorAvatar: null }, row)).toEqual({ src: null, name: 'Ada' })
  const feed = { src: row.feedImage, name: row.feedSite }
  expect(faceOf({ author: null, authorAvatar: null }, row)).toEqual(feed)
  expect(faceOf({ author: 'Notes', authorAvatar: null }, row)).toEqual(feed)
})
