// @vitest-environment happy-dom
import { allSettled, createWatch, type Scope } from 'effector'
import { Provider } from 'effector-react'
import { act, useState, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Feature } from '../features/feature.ts'
import { allFeaturesRegistered, featuresRegistered } from '../features/registry.ts'
import { $location, $screenLeft, screenToggled, toPath } from '../model/location/index.ts'
import { pluginScreensListed, pluginScreensRequested } from '../model/plugins/index.ts'
import { createReader } from '../model/testing.ts'
import { useTranslation } from '../ui/index.ts'
import { startTranslations } from './i18n.ts'
import { Screens } from './screens.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

function Counter() {
  const [count, setCount] = useState(0)
  return <button onClick={() => setCount(count + 1)}>{count}</button>
}
const load = vi.fn<() => Promise<{ default: ComponentType }>>(async () => ({ default: Counter }))
const featureAt = (path: string): Feature => ({
  id: path.slice(1),
  screens: [{ path, titleKey: 'app:title', access: 'anyone', load }],
})

async function renderedAt(path: string, scope: Scope) {
  const container = document.createElement('div')
  await act(async () =>
    createRoot(container).render(
      <Provider value={scope}>
        <MemoryRouter initialEntries={[path]}>
          <Screens />
        </MemoryRouter>
      </Provider>,
    ),
  )
  return container
}

test('an unknown address shows nothing until all plugins that are on have started and those that are off are known', async () => {
  const { scope } = createReader()
  let requests = 0
  createWatch({ unit: pluginScreensRequested, scope, fn: () => (requests += 1) })
  await allSettled(featuresRegistered, { scope, params: [featureAt('*')] })
  const container = await renderedAt('/unknown', scope)
  expect(container.textContent).toBe('')
  expect(requests).toBe(0)
  await act(async () => void (await allSettled(allFeaturesRegistered, { scope })))
  expect(container.textContent).toBe('')
  expect(requests).toBe(1)
  await act(async () => void (await allSettled(pluginScreensListed, { scope, params: [] })))
  await expect.poll(() => container.textContent).toBe('0')
})

test('an open screen keeps its state when a plugin adds another one', async () => {
  const { scope } = createReader()
  const register = (path: string) => allSettled(featuresRegistered, { scope, params: [featureAt(path)] })
  await register('/open')
  const container = await renderedAt('/open', scope)
  await expect.poll(() => container.textContent).toBe('0')
  await act(async () => container.querySelector('button')?.click())
  expect(container.textContent).toBe('1')
  await act(async () => void (await register('/later')))
  // Another component of the same screen would load again, and then take its place.
  expect(load).toHaveBeenCalledTimes(1)
  expect(container.textContent).toBe('1')
})

test('a screen that another one lies over stays as it is, out of reach, and has its focus back', async () => {
  const { scope } = createReader()
  const over: Feature = {
    id: 'over',
    screens: [
      {
        path: '/over/*',
        titleKey: 'app:title',
        access: 'anyone',
        isOver: true,
        load: async () => ({ default: () => <p>Over</p> }),
      },
    ],
  }
  await allSettled(featuresRegistered, { scope, params: [featureAt('/under'), over] })
  const open = (path: string) =>
    act(async () => void (await allSettled(screenToggled, { scope, params: { path } })))
  const container = document.body.appendChild(await renderedAt('/under?words=a#part', scope))
  await expect.poll(() => container.textContent).toBe('0')
  const counter = container.querySelector('button')
  await act(async () => counter?.click())
  counter?.focus()

  await open('/over')
  await expect.poll(() => container.textContent).toBe('1Over')
  const [under, above] = container.querySelectorAll<HTMLElement>('.screen')
  expect(under?.inert).toBe(true)
  // The screen that is used is the only one that is marked.
  expect([under, above].map((screen) => screen?.dataset['screen'])).toEqual([undefined, 'over'])
  expect(document.activeElement).toBe(document.body)
  expect(scope.getState($screenLeft)).toBe('/under?words=a#part')

  await open('/over')
  expect(container.querySelector('button')).toBe(counter)
  expect(container.textContent).toBe('1')
  expect(under?.inert).toBe(false)
  expect(under?.dataset['screen']).toBe('under')
  expect(document.activeElement).toBe(counter)
  container.remove()
})

test('a screen that lies over others is alone where its address was opened', async () => {
  const { scope } = createReader()
  const alone: Feature = {
    ...featureAt('/over'),
    screens: featureAt('/over').screens!.map((one) => ({ ...one, isOver: true })),
  }
  await allSettled(featuresRegistered, { scope, params: [alone] })
  const container = await renderedAt('/over', scope)
  await expect.poll(() => container.textContent).toBe('0')
  expect(container.querySelectorAll('.screen')).toHaveLength(1)
  expect(scope.getState($screenLeft)).toBe(toPath(scope.getState($location)))
})

test.each(['en', 'ja', 'zh-CN', 'zh-TW'])('a screen opens with all its messages in %s', async (language) => {
  await startTranslations(language)
  const drawn: string[] = []
  const Titles = () => {
    const { t } = useTranslation(['sources', 'settings', 'people'])
    drawn.push(t('sources:activity.tabs.feeds'), t('settings:pages.feeds'))
    return null
  }
  load.mockResolvedValueOnce({ default: Titles })
  const { scope } = createReader()
  await allSettled(featuresRegistered, { scope, params: [featureAt('/drawn')] })
  await renderedAt('/drawn', scope)
  await expect.poll(() => drawn.length).toBeGreaterThan(0)
  expect(drawn.filter((text) => /^\w+\.\w/.test(text))).toEqual([])
})
