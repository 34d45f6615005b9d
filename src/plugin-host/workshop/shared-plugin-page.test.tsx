// @vitest-environment happy-dom
import { fork } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import app from '../../../locales/en/app.json' with { type: 'json' }
import { $linkProblem } from './shared-plugin.ts'
import { SharedPluginPage } from './shared-plugin-page.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('a link whose plugin has another hash is refused in words', async () => {
  await i18next.init({ lng: 'en', ns: ['app'], defaultNS: 'app', resources: { en: { app } } })
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={fork({ values: [[$linkProblem, 'changed']] })}>
        <MemoryRouter initialEntries={['/install-plugin#0.x']}>
          <SharedPluginPage />
        </MemoryRouter>
      </Provider>,
    ),
  )
  expect(box.textContent).toContain('its SHA-256 is another')
  expect(box.querySelector('button')).toBeNull()
  await act(async () => root.unmount())
})
