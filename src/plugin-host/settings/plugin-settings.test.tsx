// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json'
import errors from '../../../locales/en/errors.json'
import { createFakeServer, startReader } from '../../model/testing.ts'
import { $pluginSources, builtInPlugins } from '../run/catalogue.ts'
import { z, type Manifest } from '../../plugin-api/manifest.ts'
import { PluginSettings } from './plugin-settings.tsx'
import { readerWithPlugin, testManifest } from '../testing.ts'

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
        <MemoryRouter initialEntries={['/settings/integration']}>
          <PluginSettings />
        </MemoryRouter>
      </Provider>,
    ),
  )
  await act(() => allSettled(scope))
  expect(box.textContent).toMatch(words)
})

test('a pane has the groups, the help and the check of its plugin', async () => {
  i18next.addResourceBundle('en', 'shelf', {
    name: 'Shelf',
    check: 'Check the connection',
    good: 'It is good',
    fields: { saving: 'Saving' },
    settings: { on: 'Save', address: 'Address', token: 'Token', tags: 'Tags' },
  })
  const manifest = testManifest('shelf', {
    settings: z.object({
      on: z.boolean().default(false),
      tags: z.string().default(''),
      address: z.string().default(''),
    }),
    secrets: ['token'],
    fields: ['address', 'token', { title: 'fields.saving', fields: ['tags'] }],
    help: 'https://shelf.example/help',
    commands: [{ id: 'shelf:check', title: 'check', call: 'check', scope: 'read' }],
  })
  const called: string[] = []
  const call = async (request: { readonly call: string }) => {
    called.push(request.call)
    return { code: 0, data: { ok: true, output: { key: 'good' } } }
  }
  const { scope, set } = await readerWithPlugin(manifest, () => {}, { api: { plugins: { call } } })
  const box = document.createElement('div')
  await act(async () =>
    createRoot(box).render(
      <Provider value={scope}>
        <MemoryRouter initialEntries={['/settings/integration/shelf']}>
          <PluginSettings />
        </MemoryRouter>
      </Provider>,
    ),
  )
  await act(() => allSettled(scope))
  const pane = box.querySelector('[data-plugin="shelf"]')!
  const names = () => [...pane.querySelectorAll('input')].map(({ name }) => name)
  expect(names()).toEqual(['on', 'address', 'token', 'tags'])
  expect(pane.querySelector('fieldset')?.textContent).toContain('Saving')
  expect([...pane.querySelectorAll('fieldset input')]).toHaveLength(1)
  expect(pane.querySelector('a')?.href).toBe('https://shelf.example/help')
  const check = () =>
    [...pane.querySelectorAll('button')].find((one) => one.textContent === 'Check the connection')
  await act(async () => check()?.click())
  await act(() => allSettled(scope))
  expect(called).toEqual(['check'])
  await act(async () => void (await set(false)))
  expect(check()).toBeUndefined()
  expect(names()).toEqual(['on'])
})

test.each([
  ['runs from the start', { activation: ['start'] }, true],
  ['waits until it is used', { contributes: { saves: [{}] } }, false],
] satisfies [string, Partial<Manifest>, boolean][])(
  'a pane says so where its plugin %s',
  async (_, more, isSaid) => {
    i18next.addResourceBundle('en', 'shelf', { name: 'Shelf', settings: { on: 'Save' } })
    const { scope, set } = await readerWithPlugin(testManifest('shelf', more), () => {})
    const box = document.createElement('div')
    await act(async () =>
      createRoot(box).render(
        <Provider value={scope}>
          <MemoryRouter initialEntries={['/settings/integration/shelf']}>
            <PluginSettings />
          </MemoryRouter>
        </Provider>,
      ),
    )
    await act(() => allSettled(scope))
    const isShown = () => box.textContent.includes(app.plugin.fromStart)
    expect(isShown()).toBe(isSaid)
    await act(async () => void (await set(false)))
    expect(isShown()).toBe(false)
  },
)
