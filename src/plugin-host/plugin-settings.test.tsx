// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import app from '../../locales/en/app.json'
import errors from '../../locales/en/errors.json'
import { createFakeServer, startReader } from '../model/testing.ts'
import { $pluginSources, builtInPlugins } from './catalogue.ts'
import { PluginSettings } from './plugin-settings.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() =>
  i18next.init({ lng: 'en', ns: ['app', 'errors'], defaultNS: 'app', resources: { en: { app, errors } } }),
)

test.each([
  ['fails', 500, /Something went wrong on the server \(500\)/],
  ['cannot be reached', 503, /This needs a connection/],
])('a server that %s is named where no plugin can be shown', async (_, status, words) => {
  const server = createFakeServer()
  for (let time = 0; time < 9; time++) server.fail('plugins.settings', status)
  const { scope } = await startReader({ server })
  await allSettled($pluginSources, { scope, params: builtInPlugins.slice(0, 1) })
  const box = document.createElement('div')
  await act(async () =>
    createRoot(box).render(
      <Provider value={scope}>
        <PluginSettings />
      </Provider>,
    ),
  )
  await act(() => allSettled(scope))
  expect(box.textContent).toMatch(words)
})
