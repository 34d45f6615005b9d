// @vitest-environment happy-dom
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json'
import { startReader } from '../../model/testing.ts'
import EmptySearch from './empty-search.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => i18next.init({ lng: 'en', ns: ['app'], defaultNS: 'app', resources: { en: { app } } }))

async function emptySearch(query: string): Promise<HTMLElement> {
  const { scope } = await startReader()
  const box = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(box).render(
      <Provider value={scope}>
        <EmptySearch query={query} />
      </Provider>,
    ),
  )
  return box
}

test('a query that cannot be read says why and marks where', async () => {
  const box = await emptySearch('rust is:new')
  expect(box.textContent).toContain('“is” cannot be “new”')
  expect(box.querySelector('mark')?.textContent).toBe('new')
  expect(box.querySelector('button')?.dataset.commandId).toBe('search:open')
})

test('a query that selects nothing says so', async () => {
  const box = await emptySearch('zebra')
  expect(box.textContent).toContain('No entry is selected by “zebra”')
})
