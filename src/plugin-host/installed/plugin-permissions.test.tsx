// @vitest-environment happy-dom
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json'
import { Ungranted } from './plugin-permissions.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => i18next.init({ lng: 'en', ns: ['app'], defaultNS: 'app', resources: { en: { app } } }))

const requested = ['entries:read', 'entries:save', 'net:{endpoint}']
const values = { endpoint: 'https://shelf.example/api' }
async function shown(granted: readonly string[]) {
  const box = document.createElement('div')
  const root = createRoot(box)
  await act(async () => root.render(<Ungranted requested={requested} granted={granted} values={values} />))
  const { textContent } = box
  await act(async () => root.unmount())
  return textContent
}

test('before an installation it is said what will not work', async () => {
  const { read, save } = app.plugin.permission
  const nothing = await shown([])
  expect(nothing).toContain('You allow it nothing of this.')
  for (const words of [read, save, 'shelf.example']) expect(nothing).toContain(words)
  const some = await shown(['entries:read', 'net:{endpoint}=shelf.example'])
  expect(some).not.toContain('You allow it nothing of this.')
  expect(some).toContain(save)
  expect(some).not.toContain(read)
  expect(await shown([...requested.slice(0, 2), 'net:{endpoint}=shelf.example'])).toBe('')
})
