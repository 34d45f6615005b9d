// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import common from '../../../locales/en/common.json'
import settings from '../../../locales/en/settings.json'
import { createReader } from '../../model/testing.ts'
import type { Feature } from '../feature.ts'
import { featuresRegistered } from '../registry.ts'
import { SettingsPage } from './settings-page.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const load = async () => ({ default: () => <p>A page</p> })
const paths = ['general', 'appearance', 'feeds', 'data', 'integration'] as const
const shortcuts = { path: 'shortcuts', order: 9, icon: 'keyboard', hasMainField: true, load } as const
const feature: Feature = {
  id: 'settings',
  settingsPages: [...paths.map((path, order) => ({ path, order, icon: 'settings', load })), shortcuts],
}

async function pageAt(path: string) {
  await i18next.init({ lng: 'en', ns: ['settings', 'common'], resources: { en: { settings, common } } })
  const { scope } = createReader()
  await allSettled(featuresRegistered, { scope, params: [feature] })
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <MemoryRouter initialEntries={[path]}>
          <SettingsPage />
        </MemoryRouter>
      </Provider>,
    ),
  )
  return { box, root }
}

test.each([
  ['power', 'integration'],
  ['privacy', 'data'],
  ['nothing', 'general'],
])('the address of the section %s leads to the page %s', async (section, page) => {
  const { box, root } = await pageAt(`/settings/${section}`)
  expect(box.querySelector('main')?.dataset['page']).toBe(page)
  await act(async () => root.unmount())
})

test('the list of pages is one stop for Tab, and arrows, Home and End move within it', async () => {
  const { box, root } = await pageAt('/settings/appearance')
  const links = () => [...box.querySelectorAll<HTMLAnchorElement>('.settings-nav li > a')]
  expect(links().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1, -1, -1, -1])
  const press = (key: string) => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    )
    return links().indexOf(document.activeElement as HTMLAnchorElement)
  }
  links()[1]?.focus()
  expect(['ArrowDown', 'ArrowDown', 'Home', 'End', 'ArrowUp'].map(press)).toEqual([2, 3, 0, 5, 4])
  // From the search an arrow leads to the list; letters stay in the field.
  box.querySelector<HTMLElement>('input')?.focus()
  expect(['j', 'Home', 'ArrowDown'].map(press)).toEqual([-1, -1, 0])
  await act(async () => root.unmount())
})

test('the screen begins with the search, but on a page that has a field of its own', async () => {
  const isMain = async (path: string) => {
    const { box, root } = await pageAt(path)
    const search = box.querySelector('.settings-nav input')
    const marked = search?.hasAttribute('data-main-field')
    await act(async () => root.unmount())
    return marked
  }
  expect(await isMain('/settings/general')).toBe(true)
  expect(await isMain('/settings/shortcuts')).toBe(false)
})
