// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { $services } from '../../model/services.ts'
import { startReader } from '../../model/testing.ts'
import { FollowSearch } from './follow-search.tsx'
import type { FeedResult } from './use-feed-search.ts'

// Keys in place of their texts.
beforeAll(() => i18next.init({ lng: 'cimode', defaultNS: 'app' }))

const feed = (name: string) => ({
  feed: { type: 'feed', url: `https://example.org/${name}.xml`, title: name },
})

async function searching() {
  const reader = await startReader()
  const search = async ({ target }: { readonly target: string }) => ({
    code: 0,
    data: target === 'feeds' ? ['tea', 'coffee', 'cocoa'].map(feed) : [],
  })
  Object.assign(reader.scope.getState($services).api, { discover: { search } })
  const chosen: (string | undefined)[] = []
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  onTestFinished(() => {
    root.unmount()
    box.remove()
  })
  const Search = () => {
    const [written, write] = useState('')
    const choose = (result: FeedResult) => chosen.push(result.feed.title ?? undefined)
    return <FollowSearch written={written} onWrite={write} onChoose={choose} />
  }
  root.render(
    <Provider value={reader.scope}>
      <QueryClientProvider client={reader.scope.getState($services).queryClient}>
        <Search />
      </QueryClientProvider>
    </Provider>,
  )
  const field = await vi.waitUntil(() => box.querySelector<HTMLInputElement>('[role="combobox"]'))
  const selected = () => box.querySelector('[role="option"][aria-selected="true"]')
  return {
    chosen,
    field,
    title: () => selected()?.querySelector('.found-title')?.textContent,
    /** Whether the field names the selected row to screen readers. */
    isNamed: () => field.getAttribute('aria-activedescendant') === selected()?.id,
    type: (text: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    press: (key: string) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  }
}

test('arrow keys move through what is found, from its first, and Enter chooses', async () => {
  const { chosen, field, title, isNamed, type, press } = await searching()
  expect(field.getAttribute('aria-expanded')).toBe('false')
  type('drinks')
  await vi.waitUntil(() => title() === 'tea')
  expect(field.getAttribute('aria-expanded')).toBe('true')
  press('ArrowDown')
  await vi.waitUntil(() => title() === 'coffee')
  await vi.waitUntil(isNamed)
  press('ArrowUp')
  await vi.waitUntil(() => title() === 'tea')
  press('ArrowUp')
  await vi.waitUntil(() => title() === 'cocoa')
  press('Enter')
  expect(chosen).toEqual(['cocoa'])
})

test('Home and End move the caret, and Enter that was pressed too soon chooses the first when it is there', async () => {
  const { chosen, title, type, press } = await searching()
  type('drinks')
  press('Enter')
  await vi.waitUntil(() => chosen.length > 0)
  expect(chosen).toEqual(['tea'])
  // Not prevented, so that the field has it.
  expect(press('End')).toBe(true)
  expect(title()).toBe('tea')
})
