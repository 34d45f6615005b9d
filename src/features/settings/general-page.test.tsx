// @vitest-environment happy-dom
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import lang from '../../../locales/en/lang.json'
import settings from '../../../locales/en/settings.json'
import type { Configs } from '../../contract/status.ts'
import { context } from '../../model/app/registry.ts'
import { currencyNamed } from '../../model/plugins/currency.ts'
import { $configs, configsReceived } from '../../model/session/state.ts'
import { GeneralPage } from './general-page.tsx'

vi.mock('./complete-languages.ts', () => ({ completeLanguages: ['en', 'zh-CN'] }))
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('the choice of the language says which are partly translated', async () => {
  await i18next.init({ lng: 'en', ns: ['settings', 'lang'], resources: { en: { settings, lang } } })
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={fork()}>
        <GeneralPage />
      </Provider>,
    ),
  )
  const labels = [...(box.querySelector('select')?.options ?? [])].map(({ text }) => text)
  expect(labels).toEqual([
    'English',
    '简体中文',
    '繁體中文 (partly translated)',
    '日本語 (partly translated)',
  ])
  await act(async () => root.unmount())
})

test('where nothing has a price, there is no switch that hides prices', async () => {
  await i18next.init({ lng: 'en', ns: ['settings', 'lang'], resources: { en: { settings, lang } } })
  const scope = fork()
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <GeneralPage />
      </Provider>,
    ),
  )
  const shown = () => box.querySelector('[data-setting="hidePower"]') !== null
  const configure = (PAYMENTS: boolean) =>
    act(() => allSettled(configsReceived, { scope, params: { PAYMENTS } as Configs }))
  expect(shown()).toBe(true)
  await configure(false)
  expect(shown()).toBe(false)
  await configure(true)
  expect(shown()).toBe(true)
  await act(async () => root.unmount())
})

test('that nothing has a price is known also where the server told before', async () => {
  const scope = fork({ values: [[$configs, { PAYMENTS: false }]] })
  await allSettled(currencyNamed, { scope, params: 'gold' })
  expect(scope.getState(context.$contextKeys).get('noPayments')).toBe(true)
})
