// @vitest-environment happy-dom
import { createWatch, fork, type StoreWritable } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json'
import common from '../../../locales/en/common.json'
import type { PluginPreview } from '../../contract/plugins.ts'
import { $preview, installRequested, type Preview } from './installed.ts'
import { InstallSection, isOlderVersion } from './installed-settings.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() =>
  i18next.init({ lng: 'en', ns: ['app', 'common'], defaultNS: 'app', resources: { en: { app, common } } }),
)

const OLD = /is older than the one that is installed/
const address = 'https://author.example/heir.json'

/** What the preview of a plugin says that replaces another one. */
async function previewOf(version: string, replaces: PluginPreview['replaces']): Promise<string> {
  const manifest = {
    id: 'heir',
    version,
    api: '1.3',
    enabledBy: 'on',
    settings: { on: { type: 'boolean', default: false } },
    permissions: [],
  } as const
  const more = { hash: 'a', size: 1, texts: {}, code: '', address: null, serverHalf: 'none' } as const
  const preview = { origin: {}, preview: { manifest: { ...manifest, permissions: [] }, ...more, replaces } }
  const scope = fork({ values: [[$preview as StoreWritable<Preview | null>, preview]] })
  const box = document.createElement('div')
  document.body.append(box)
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <MemoryRouter>
          <InstallSection />
        </MemoryRouter>
      </Provider>,
    ),
  )
  const text = box.textContent ?? ''
  await act(async () => root.unmount())
  box.remove()
  return text
}

test('a plugin that replaces another one says which, and what becomes of its settings and secrets', async () => {
  const same = await previewOf('2.0.0', { version: '1.0.0', address, keepsSettings: true })
  expect(same).toContain(`It replaces version 1.0.0 from ${address}, and keeps its settings and secrets.`)
  expect(same).not.toMatch(OLD)
  const other = await previewOf('2.0.0', { version: '1.0.0', address, keepsSettings: false })
  expect(other).toContain(
    `It replaces version 1.0.0 from ${address}, which somebody else may have written: the settings and secrets of that one are deleted.`,
  )
  expect(await previewOf('2.0.0', null)).not.toMatch(/It replaces/)
})

test('an older version says so', async () => {
  expect(await previewOf('0.0.1', { version: '1.0.0', address, keepsSettings: false })).toMatch(OLD)
  expect(await previewOf('1.0.0', { version: '1.0.0', address, keepsSettings: true })).not.toMatch(OLD)
})

test.each([
  ['1.9.0', '1.10.0', true],
  ['1.10.0', '1.9.0', false],
  ['1.0.0', '1.0.0', false],
  ['1.0.0-beta', '1.0.0', true],
  ['1.0.0', '1.0.0-beta', false],
  ['1.0.0-beta.2', '1.0.0-beta.10', true],
  ['2.0.0-beta', '1.0.0', false],
])('version %s before %s: %s', (version, other, isOlder) => {
  expect(isOlderVersion(version, other)).toBe(isOlder)
})

test('an address is entered and its host allowed before the installation', async () => {
  const manifest = {
    id: 'heir',
    version: '1.0.0',
    api: '1.3',
    enabledBy: 'on',
    settings: { on: { type: 'boolean', default: false }, endpoint: { type: 'string', default: '' } },
    permissions: ['net:{endpoint}'],
  }
  const preview = {
    origin: {},
    preview: {
      manifest,
      hash: 'a',
      size: 1,
      texts: {},
      code: '',
      address: null,
      serverHalf: 'runs',
      replaces: null,
    },
  } as unknown as Preview
  const scope = fork({ values: [[$preview as StoreWritable<Preview | null>, preview]] })
  const requests: unknown[] = []
  createWatch({ unit: installRequested, scope, fn: (request) => void requests.push(request) })
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <MemoryRouter>
          <InstallSection />
        </MemoryRouter>
      </Provider>,
    ),
  )
  const permission = () => box.querySelector<HTMLInputElement>('[name="net:{endpoint}"]')
  const enter = (text: string) =>
    act(async () => {
      const input = box.querySelector<HTMLInputElement>('[name="endpoint"]')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  expect(permission()?.disabled).toBe(true)
  await enter('https://other.example/')
  await act(async () => permission()?.click())
  // Another host is not the one that was allowed.
  await enter('https://shelf.example/api')
  expect(permission()?.checked).toBe(false)
  await act(async () => permission()?.click())
  const install = [...box.querySelectorAll('button')].find(({ textContent }) => textContent === 'Install')
  await act(async () => install?.click())
  expect(requests).toEqual([
    { granted: ['net:{endpoint}=shelf.example'], values: { endpoint: 'https://shelf.example/api' } },
  ])
  await act(async () => root.unmount())
})
