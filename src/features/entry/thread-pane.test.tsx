// @vitest-environment happy-dom
import '../../model/everything.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Output } from '../../contract/calls.ts'
import { commentCollapsed, threadStepped } from '../../model/reading/index.ts'
import { $services } from '../../model/services.ts'
import type { CurrentEntry } from '../../model/entries/index.ts'
import { startReader, type Reader } from '../../model/testing.ts'
import { Article } from './article.tsx'
import { ThreadPane } from './thread-pane.tsx'
import { stepInThread, treeOf } from './thread-tree.ts'

/** The sanitiser needs a browser. */
vi.mock('./sanitise.ts', () => ({
  sanitise: (html: string) => document.createRange().createContextualFragment(html),
}))
// Keys in place of their texts.
beforeAll(() => i18next.init({ lng: 'cimode', defaultNS: 'app' }))

type Answer = Output<'threads.get'>['data']
const SEEN = Date.UTC(2026, 10, 21)
const comment = (id: string, depth: number, minutes: number, content: string | null = `<p>${id}</p>`) => ({
  id,
  depth,
  author: `by ${id}`,
  authorUrl: null,
  url: null,
  publishedAt: new Date(SEEN + minutes * 60_000).toISOString(),
  content,
  score: null,
})
const comments = [
  comment('a', 0, -9),
  comment('b', 1, -8),
  comment('c', 2, 3),
  comment('d', 0, -7, null),
  comment('e', 0, 5),
]
const thread = {
  state: 'read',
  service: 'lobsters',
  url: 'https://lobste.rs/s/abc123',
  comments,
  total: 9,
  fetchedAt: SEEN + 600_000,
  seenAt: SEEN,
} as const satisfies Answer

function drawn(scope: Reader['scope'], part: ReactNode): HTMLElement {
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  onTestFinished(() => {
    root.unmount()
    box.remove()
  })
  root.render(
    <Provider value={scope}>
      <QueryClientProvider client={scope.getState($services).queryClient}>{part}</QueryClientProvider>
    </Provider>,
  )
  return box
}

async function opened(answer: Answer) {
  const { scope } = await startReader()
  const seen: unknown[] = []
  Object.assign(scope.getState($services).api, {
    threads: {
      get: async () => ({ code: 0, data: answer }),
      see: async (input: unknown) => {
        seen.push(input)
        return { code: 0 }
      },
    },
  })
  const box = drawn(scope, <ThreadPane entryId="e1" />)
  await vi.waitUntil(() => box.querySelector('[aria-busy="false"]'))
  const shown = () =>
    [...box.querySelectorAll('[data-comment]')].map((one) => one.getAttribute('data-comment'))
  return {
    box,
    seen,
    shown,
    focused: () => document.activeElement?.getAttribute('data-comment'),
    step: (of: 'top' | 'new', by = 1) => allSettled(threadStepped, { scope, params: { of, by } }),
    fold: () => allSettled(commentCollapsed, { scope }),
  }
}

test('the comments stand below what they reply to, the new ones marked, and the look is stored', async () => {
  const { box, seen, shown } = await opened(thread)
  expect(shown()).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(box.querySelector('[data-comment="b"]')?.closest('ol')?.closest('li')?.firstElementChild).toBe(
    box.querySelector('[data-comment="a"]'),
  )
  expect([...box.querySelectorAll('[data-new]')].map((one) => one.getAttribute('data-comment'))).toEqual([
    'c',
    'e',
  ])
  expect(box.querySelector('[data-comment="d"]')?.textContent).toContain('thread.deleted')
  expect(box.querySelector('[data-comment="a"] .thread-text')?.innerHTML).toBe('<p>a</p>')
  expect(box.querySelector('.thread-cut')).not.toBeNull()
  expect(seen).toEqual([{ entryId: 'e1', at: thread.fetchedAt }])
})

test('commands go to the next comments of the thread, to new ones, and fold', async () => {
  const { box, step, fold, focused, shown } = await opened(thread)
  const isAt = (id: string) => vi.waitFor(() => expect(focused()).toBe(id))
  await step('top')
  await isAt('a')
  await step('top')
  await isAt('d')
  await step('top', -1)
  await isAt('a')
  await fold()
  await vi.waitFor(() => expect(shown()).toEqual(['a', 'd', 'e']))
  expect(box.querySelector('[data-comment="a"] button')?.getAttribute('aria-expanded')).toBe('false')
  // What hides the new comment opens.
  await step('new')
  await isAt('c')
  expect(shown()).toEqual(['a', 'b', 'c', 'd', 'e'])
  await step('new', 2)
  await isAt('e')
})

test.each([
  [{ state: 'none' }, 'thread.none'],
  [{ ...thread, comments: [], total: 0 }, 'thread.empty'],
  [{ state: 'failed', reason: 'busy', url: 'https://lobste.rs/s/abc123' }, 'thread.reason.busy'],
] as const)('without comments the pane says why: %j', async (answer, text) => {
  const { box, shown } = await opened(answer as Answer)
  expect(shown()).toEqual([])
  expect(box.textContent).toContain(text)
  expect(box.querySelector('a')?.href ?? null).toBe(
    answer.state === 'none' ? null : 'https://lobste.rs/s/abc123',
  )
})

test.each([
  [[{ type: 'comments', url: 'https://lobste.rs/s/abc123', count: 6 }], 'thread.count', false],
  [[{ type: 'replies', url: 'https://blog.example/feed' }], 'thread.title', false],
  [[{ type: 'watching', url: 'https://blog.example/' }], undefined, true],
] as const)('the head of an entry with %j says so', async (links, button, isWatching) => {
  const { scope } = await startReader()
  const summary = {
    id: 'e1',
    feedId: 'f1',
    url: 'https://blog.example/a',
    title: 'A',
    description: 'Text',
    publishedAt: new Date(SEEN).toISOString(),
    extra: { links },
    media: [],
    attachments: [],
    read: true,
    labels: [],
  }
  const content = { status: 'ready', html: '<p>Text</p>', readability: { status: 'none', html: null } }
  const box = drawn(
    scope,
    <Article entry={{ summary, status: summary, content } as unknown as CurrentEntry} readerView={false} />,
  )
  const facts = await vi.waitUntil(() => box.querySelector('.entry-facts'))
  expect(facts.querySelector('[data-command-id="reading:comments"]')?.textContent).toBe(button)
  expect(facts.textContent?.includes('entry.watchingSince')).toBe(isWatching)
})

test('a tree counts what is below each comment, and steps beyond the last go to the last', () => {
  const roots = treeOf(thread)
  expect(roots.map(({ comment: { id }, count, newCount }) => [id, count, newCount])).toEqual([
    ['a', 2, 1],
    ['d', 0, 0],
    ['e', 0, 0],
  ])
  expect(stepInThread(roots, 'b', { by: 9, of: 'top' })).toBe('e')
  expect(stepInThread(roots, 'e', { by: 1, of: 'top' })).toBeNull()
  expect(stepInThread(roots, null, { by: 1, of: 'new' })).toBe('c')
  expect(treeOf({ ...thread, seenAt: null }).some(({ isNew }) => isNew)).toBe(false)
})
