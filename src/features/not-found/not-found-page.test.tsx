// @vitest-environment happy-dom
import { allSettled, createWatch, fork } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import app from '../../../locales/en/app.json'
import {
  $listedPlugins,
  $pluginsWithScreens,
  pluginStartedAgain,
  pluginStartEnded,
  pluginSwitchedOn,
} from '../../model/plugins/index.ts'
import NotFoundPage from './not-found-page.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** The page at an address. @param isRunning of the plugin that has the pages below /lamp @param failure why it was stopped */
async function pageAt(path: string, isRunning: boolean, failure?: string) {
  await i18next.init({ lng: 'en', ns: ['app'], resources: { en: { app, lamp: { name: 'Lamp' } } } })
  const scope = fork({
    values: [
      [$pluginsWithScreens, [{ id: 'lamp', nameKey: 'lamp:name' }]],
      [$listedPlugins, [{ id: 'lamp', nameKey: 'lamp:name', isRunning, isInstalled: false, failure }]],
    ],
  })
  const switchedOn: string[] = []
  const startedAgain: string[] = []
  createWatch({ unit: pluginSwitchedOn, scope, fn: (id) => switchedOn.push(id) })
  createWatch({ unit: pluginStartedAgain, scope, fn: (id) => startedAgain.push(id) })
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <MemoryRouter initialEntries={[path]}>
          <NotFoundPage />
        </MemoryRouter>
      </Provider>,
    ),
  )
  const text = box.textContent
  const focused = document.activeElement?.textContent
  const button = box.querySelector('button')
  const isBusy = () => button?.getAttribute('aria-busy') === 'true'
  const wasBusy = isBusy()
  await act(async () => button?.click())
  const isStarting = isBusy()
  await act(async () => void (await allSettled(pluginStartEnded, { scope, params: 'lamp' })))
  const busy = [wasBusy, isStarting, isBusy()]
  await act(async () => root.unmount())
  box.remove()
  return { text, focused, switchedOn, startedAgain, busy }
}

test('the page of a plugin that is off says so, and switches it on', async () => {
  const { text, focused, switchedOn, busy } = await pageAt('/lamp/light', false)
  expect(text).toContain('Lamp is off')
  expect(text).not.toContain('Page not found')
  expect(focused).toBe('Switch on Lamp')
  expect(switchedOn).toEqual(['lamp'])
  // Before the press, until it has started or cannot, and then.
  expect(busy).toEqual([false, true, false])
})

test('the page of a plugin that failed says why, and starts it again', async () => {
  const { text, focused, switchedOn, startedAgain, busy } = await pageAt('/lamp/light', false, 'no oil')
  expect(text).toContain('Lamp stopped because of an error')
  expect(text).toContain('no oil')
  expect(text).not.toContain('is off')
  expect(focused).toBe('Start Lamp again')
  expect(startedAgain).toEqual(['lamp'])
  expect(switchedOn).toEqual([])
  expect(busy).toEqual([false, true, false])
})

test.each([
  ['an address of no plugin', '/nothing', false],
  ['an address that a running plugin does not have', '/lamp/nothing', true],
])('%s is not found', async (_, path, isRunning) => {
  const { text, focused, switchedOn } = await pageAt(path, isRunning)
  expect(text).toContain('Page not found')
  expect(focused).toBe('Back to Home')
  expect(switchedOn).toEqual([])
})
