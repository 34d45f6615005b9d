// @vitest-environment happy-dom
import { fork } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import common from '../../../../locales/en/common.json'
import people from '../../../../locales/en/people.json'
import settings from '../../../../locales/en/settings.json'
import { FeedsTable } from './feeds-table.tsx'
import type { FeedRow } from './sort-feeds.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('numbers end where their heading does, and a failing feed has a button by its full name', async () => {
  await i18next.init({ lng: 'en', resources: { en: { settings, common, people } } })
  const row = {
    id: 'feed/1',
    title: 'Tea',
    url: 'https://example.org/feed',
    folder: '',
    view: 0,
    perWeek: 2.5,
  }
  const rows = [{ ...row, readers: 1200, latest: null, nextFetch: null, error: 'Not found' } as FeedRow]
  const other = () => undefined
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={fork()}>
        <FeedsTable
          rows={rows}
          chosen={new Set()}
          onChoose={other}
          order={{ by: 'title', up: true }}
          onOrder={other}
        />
      </Provider>,
    ),
  )
  const texts = (selector: string) =>
    [...box.querySelectorAll(selector)].map(({ textContent }) => textContent)
  expect(texts('th[data-number]')).toEqual([settings.feeds.perWeek, settings.feeds.readers])
  expect(texts('td[data-number]')).toEqual(['2.5', '1,200'])
  expect(box.querySelector('.feeds-state button')?.getAttribute('aria-label')).toBe(
    'Find another address for Tea',
  )
  expect(box.querySelector('.feeds-state button')?.textContent).toBe('')
  await act(async () => root.unmount())
})
