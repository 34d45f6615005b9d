// @vitest-environment happy-dom
import { Provider } from 'effector-react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import type { UserLabel } from '../../model/labels/index.ts'
import type { EntryHead } from '../../model/rows.ts'
import { startReader } from '../../model/testing.ts'
import { EntryRow } from './entry-row.tsx'
import type { EntryRowProps } from './row-parts.tsx'

const words = { title: 'מדריך CSS', description: 'Text (of the entry)', feedName: 'مدونة 24' }

const place = { storyFeeds: 0, coveredHeight: 0, left: 0, width: 1, height: 1, top: 0 }

test('a row is not drawn before its place is known', async () => {
  const { scope } = await startReader()
  const row = { id: '1', layout: 'picture', density: 'comfortable' } as unknown as EntryRowProps
  const box = document.createElement('div')
  const root = createRoot(box)
  const visibility = (settled: boolean) => {
    root.render(
      <Provider value={scope}>
        <EntryRow {...row} {...place} settled={settled} />
      </Provider>,
    )
    return expect.poll(() => box.querySelector<HTMLElement>('.entry-row')?.style.visibility)
  }
  await visibility(false).toBe('hidden')
  await visibility(true).toBe('')
  root.unmount()
})

test('an episode has a picture of the same size with art and without: its own, its feed’s, or letters', async () => {
  const { scope } = await startReader()
  const draw = async (media: readonly object[], feedImage: string | null) => {
    const summary = { ...words, url: null, publishedAt: 0, media, attachments: [] }
    const row = {
      id: '1',
      layout: 'audio',
      density: 'comfortable',
      summary: summary as unknown as EntryHead,
      feedImage,
      feedSite: 'a.example',
      labels: [] as readonly UserLabel[],
    } as unknown as EntryRowProps
    const box = document.createElement('div')
    createRoot(box).render(
      <Provider value={scope}>
        <EntryRow {...row} {...place} settled />
      </Provider>,
    )
    await expect.poll(() => box.querySelectorAll('.entry-art > .ui-avatar')).toHaveLength(1)
    expect(box.querySelectorAll('.ui-avatar')).toHaveLength(1)
    const art = box.querySelector('.entry-art')
    return art?.querySelector('img')?.getAttribute('src') ?? art?.textContent
  }
  const own = [{ type: 'photo', url: 'https://p.example/own.png' }]
  expect(await draw(own, 'https://p.example/feed.png')).toBe('https://p.example/own.png')
  expect(await draw([], 'https://p.example/feed.png')).toBe('https://p.example/feed.png')
  expect(await draw([], null)).toMatch(/^[A-Z]{1,2}$/)
})

test.each([
  ['article', words.title],
  ['article', null],
  ['notification', words.title],
] as const)(
  'each text of a row of the layout %s with the title %j has its own direction',
  async (layout, title) => {
    const { scope } = await startReader()
    const summary = { ...words, title, url: null, publishedAt: 0, media: [], attachments: [] }
    const row = {
      id: '1',
      layout,
      density: 'comfortable',
      summary: summary as unknown as EntryHead,
      feedName: words.feedName,
      feedSite: 'a.example',
      labels: [] as readonly UserLabel[],
    } as unknown as EntryRowProps
    const box = document.createElement('div')
    createRoot(box).render(
      <Provider value={scope}>
        <EntryRow {...row} {...place} settled />
      </Provider>,
    )
    const directions = () =>
      [...box.querySelectorAll('*')]
        .filter(
          ({ children, textContent }) =>
            children.length === 0 && Object.values(words).some((text) => text === textContent),
        )
        .map((text) => text.getAttribute('dir'))
    const count = title && layout === 'article' ? 3 : 2
    await expect.poll(directions).toEqual(Array.from({ length: count }, () => 'auto'))
  },
)

test('a row says how many highlights its entry has, and nothing where there are none', async () => {
  const { scope } = await startReader()
  const box = document.createElement('div')
  const root = createRoot(box)
  const summary = { ...words, url: null, publishedAt: 0, media: [], attachments: [] }
  for (const layout of ['article', 'notification'] as const) {
    const row = {
      id: '1',
      layout,
      density: 'comfortable',
      summary: summary as unknown as EntryHead,
      feedName: words.feedName,
      feedSite: 'a.example',
      labels: [] as readonly UserLabel[],
      highlightsLabel: '3 highlights',
    } as unknown as EntryRowProps
    const draw = (highlights: number) =>
      root.render(
        <Provider value={scope}>
          <EntryRow {...row} {...place} settled highlights={highlights} />
        </Provider>,
      )
    const count = () => box.querySelector('.entry-highlights')?.textContent
    draw(3)
    await expect.poll(count).toBe('33 highlights')
    draw(0)
    await expect.poll(count).toBe(undefined)
  }
  root.unmount()
})

test('a row of a search marks its words: in the title, and where the summary has none, in the part of the text that has them', async () => {
  const { scope } = await startReader()
  const summary = { title: 'Tea, and more tea', description: 'About cups.', url: null, publishedAt: 0 }
  const row = {
    id: '1',
    layout: 'article',
    density: 'comfortable',
    summary: { ...summary, media: [], attachments: [] } as unknown as EntryHead,
    feedName: words.feedName,
    feedSite: 'a.example',
    labels: [] as readonly UserLabel[],
  } as unknown as EntryRowProps
  const box = document.createElement('div')
  const root = createRoot(box)
  const draw = (hits: EntryRowProps['hits']) =>
    root.render(
      <Provider value={scope}>
        <EntryRow {...row} {...place} settled hits={hits} />
      </Provider>,
    )
  const marked = () => [...box.querySelectorAll('mark')].map(({ textContent }) => textContent)
  draw({ words: ['tea'] })
  await expect.poll(marked).toEqual(['Tea', 'tea'])
  expect(box.textContent).toContain('About cups.')
  draw({ words: ['tea'], snippet: { text: '…a pot of tea.', ranges: [[10, 13]] } })
  await expect.poll(marked).toEqual(['Tea', 'tea', 'tea'])
  expect(box.textContent).not.toContain('About cups.')
  draw(undefined)
  await expect.poll(marked).toEqual([])
  root.unmount()
})
