// @vitest-environment happy-dom
import { createWatch, fork } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json' with { type: 'json' }
import common from '../../../locales/en/common.json' with { type: 'json' }
import type { PluginCatalogue } from '../../contract/plugin-catalogue.ts'
import { $services, type Services } from '../../model/services.ts'
import { previewRequested } from './installed.ts'
import { CatalogueSection } from './catalogue-section.tsx'

beforeAll(() =>
  i18next.init({
    lng: 'en',
    ns: ['app', 'common'],
    defaultNS: 'app',
    interpolation: { escapeValue: false },
    resources: { en: { app, common } },
  }),
)

const address = 'https://books.example/catalogue.json'
const books: PluginCatalogue = {
  address,
  key: 'k',
  fingerprint: 'babad-lusab',
  name: '<b>Books</b>',
  sequence: 1,
  plugins: [
    {
      id: 'shelf',
      name: 'Shelf',
      description: 'Books.',
      versions: [
        {
          version: '2.0.0',
          address: 'https://books.example/shelf.json',
          hash: 'a'.repeat(64),
          permissions: ['entries:read', 'history:read'],
          findings: [{ kind: 'hosts', names: ['books.example'] }],
        },
      ],
    },
  ],
}

test('a catalogue is added once its key was shown in words, lists what its plugins may do, and leads to one', async () => {
  const requests: unknown[] = []
  let stored: readonly PluginCatalogue[] = []
  const api = {
    plugins: {
      catalogues: async () => ({ code: 0, data: stored }),
      previewCatalogue: async () => ({ code: 0, data: books }),
      addCatalogue: async (input: unknown) => {
        requests.push(input)
        stored = [books]
        return { code: 0, data: books }
      },
      removeCatalogue: async (input: unknown) => {
        requests.push(input)
        return { code: 0 }
      },
    },
  }
  const scope = fork({ values: [[$services, { api } as unknown as Services]] })
  const shown: unknown[] = []
  createWatch({ unit: previewRequested, scope, fn: (one) => void shown.push(one) })
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  root.render(
    <Provider value={scope}>
      <CatalogueSection />
    </Provider>,
  )
  const press = async (name: string) => {
    const button = () => [...box.querySelectorAll('button')].find((one) => one.textContent === name)
    await expect.poll(button).toBeDefined()
    button()?.click()
  }
  await expect.poll(() => box.querySelector('input')).not.toBeNull()
  const field = box.querySelector('input')!
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, address)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await press('Show the catalogue')
  await expect.poll(() => box.textContent).toContain('Its key: babad-lusab')
  expect(box.textContent).toContain('It lists 1 plugin.')
  expect(requests).toEqual([])
  await press('Add the catalogue')
  await expect.poll(() => box.textContent).toContain('Version 2.0.0')
  expect(requests).toEqual([{ address, key: 'k' }])
  expect(box.textContent).toContain('Read your entries')
  expect(box.textContent).toContain('Read what you have read, and when')
  expect(box.textContent).toContain('It names hosts: books.example')
  expect(box.querySelector('b')).toBeNull()
  await press('Look at Shelf')
  expect(shown).toEqual([{ listed: { catalogue: 'k', plugin: 'shelf' } }])
  await press('Remove the catalogue')
  await expect.poll(() => box.textContent).not.toContain('Version 2.0.0')
  expect(requests.at(-1)).toEqual({ address })
  root.unmount()
})
