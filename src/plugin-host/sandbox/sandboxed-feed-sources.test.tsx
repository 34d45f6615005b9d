// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { allSettled, type Scope } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { createElement, Suspense, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, describe, expect, test } from 'vitest'
import type { FeedSource, FeedSourceProps } from '../../features/feature.ts'
import { $feedSources } from '../../features/registry.ts'
import { $providedDiscoverTabs } from '../../model/discover/tabs.ts'
import { defineClient, PluginRefusal, type ClientHost, type FeedQuery } from '../../plugin-api/client.ts'
import { pluginSettingChanged } from '../settings/plugin-states.ts'
import { $running } from '../run/plugins.ts'
import { readerWith } from './testing.ts'

beforeAll(
  () =>
    void i18next.init({
      lng: 'en',
      resources: { en: { guest: { shelf: 'The shelf', closed: 'The shelf is closed.' } } },
    }),
)

const books = [
  { url: 'https://tides.example/feed', title: 'Tides', description: 'The sea.' },
  { url: 'https://stones.example/feed', title: 'Stones' },
]
/** The example of the API's documentation, which refuses one word, and remembers what it was asked. */
const shelf = (queries: FeedQuery[] = []) =>
  defineClient(
    ({ feedSource }: ClientHost) =>
      void feedSource({
        id: 'shelf',
        title: 'shelf',
        inCategories: true,
        find: (query) => {
          queries.push(query)
          if (query.words === 'closed') throw new PluginRefusal('closed')
          if (query.category !== null) return []
          return books.filter(({ title }) => title.includes(query.words))
        },
      }),
  )

/** The source as Discover draws it. */
async function drawn(scope: Scope, source: FeedSource, props: Partial<FeedSourceProps> = {}) {
  const chosen: unknown[] = []
  const { default: Content } = (await source.load()) as { default: ComponentType<FeedSourceProps> }
  const box = document.body.appendChild(document.createElement('div'))
  const content = createElement(Content, {
    category: null,
    language: 'all',
    onChoose: (feed) => void chosen.push(feed),
    ...props,
  })
  createRoot(box).render(
    <Provider value={scope}>
      <QueryClientProvider client={new QueryClient()}>
        <Suspense>{content}</Suspense>
      </QueryClientProvider>
    </Provider>,
  )
  const search = (words: string) => {
    const field = box.querySelector('input')
    if (!field) throw new Error('There is no field')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, words)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    box.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  }
  const titles = () => [...box.querySelectorAll('.found-title')].map(({ textContent }) => textContent)
  return { box, chosen, search, titles }
}

describe.each([
  ['built in', false, 'shelf'],
  ['in a sandbox', true, 'guest/shelf'],
])('a plugin %s', (_, sandboxed, id) => {
  test('finds feeds in a tab of Discover, until it is switched off', async () => {
    const queries: FeedQuery[] = []
    const { scope } = await readerWith(shelf(queries), sandboxed)
    const [source] = scope.getState($feedSources)
    expect(source).toMatchObject({ id, titleKey: 'guest:shelf', schemes: [], inCategories: true })
    expect(scope.getState($providedDiscoverTabs)).toEqual([{ value: id, titleKey: 'guest:shelf' }])

    const { box, chosen, search, titles } = await drawn(scope, source!)
    await expect.poll(titles).toEqual(['Tides', 'Stones'])
    search('Stones')
    await expect.poll(titles).toEqual(['Stones'])
    expect(queries.at(-1)).toEqual({ words: 'Stones', category: null, language: 'all' })
    box.querySelector<HTMLElement>('.feed-card')?.click()
    expect(chosen).toEqual([{ url: 'https://stones.example/feed', title: 'Stones' }])
    search('closed')
    await expect.poll(() => box.textContent).toContain('The shelf is closed.')
    expect(scope.getState($running).size).toBe(1)

    await allSettled(pluginSettingChanged, { scope, params: { id: 'guest', values: { on: false } } })
    expect(scope.getState($feedSources)).toEqual([])
    expect(scope.getState($providedDiscoverTabs)).toEqual([])
  })

  test('shows nothing on the page of a category for which it has nothing', async () => {
    const queries: FeedQuery[] = []
    const { scope } = await readerWith(shelf(queries), sandboxed)
    const { box } = await drawn(scope, scope.getState($feedSources)[0]!, {
      category: 'design',
      language: 'eng',
    })
    await expect.poll(() => queries).toEqual([{ words: '', category: 'design', language: 'eng' }])
    expect(box.textContent).toBe('')
  })

  test.each<[string, unknown]>([
    ['a script', [{ url: 'javascript:alert(1)', title: 'A feed' }]],
    ['no title', [{ url: 'https://a.example/', title: '' }]],
    ['an object as a title', [{ url: 'https://a.example/', title: { $$typeof: 1 } }]],
    ['too many', Array.from({ length: 51 }, () => books[0])],
    ['no list', 'feeds'],
  ])('whose feeds are %s has found none', async (__, found) => {
    const { scope } = await readerWith(
      defineClient(({ feedSource }) =>
        feedSource({ id: 'shelf', title: 'shelf', find: () => found as never }),
      ),
      sandboxed,
    )
    const { box, titles } = await drawn(scope, scope.getState($feedSources)[0]!)
    await expect.poll(() => box.textContent).toContain('plugin.feeds.unreadable')
    expect(titles()).toEqual([])
  })
})

test('a source whose function throws stops its plugin, and one that is a component does not start in a sandbox', async () => {
  const { scope } = await readerWith(
    defineClient(({ feedSource }) =>
      feedSource({ id: 'shelf', title: 'shelf', find: () => Promise.reject(new TypeError('broken')) }),
    ),
    true,
  )
  await drawn(scope, scope.getState($feedSources)[0]!)
  await expect.poll(() => scope.getState($running).size).toBe(0)
  const load = async () => ({ default: () => null })
  const other = await readerWith(
    defineClient(({ feedSource }) => feedSource({ id: 'shelf', title: 'shelf', load })),
    true,
  )
  expect(other.scope.getState($running).size).toBe(0)
})
