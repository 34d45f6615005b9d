// @vitest-environment happy-dom
import { fork } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import common from '../../../../locales/en/common.json'
import { $online } from '../../../model/network/index.ts'
import { Page } from './page.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test.each([
  [true, []],
  [false, ['Offline']],
])('a page says where the server is out of reach: online %s', async (online, notices) => {
  await i18next.init({ lng: 'en', resources: { en: { common } } })
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={fork({ values: [[$online, online]] })}>
        <MemoryRouter>
          <Page title="Discover">Feeds</Page>
        </MemoryRouter>
      </Provider>,
    ),
  )
  expect([...box.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent)).toEqual(notices)
  await act(async () => root.unmount())
})
