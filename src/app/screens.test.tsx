// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { allSettled, createWatch, type Scope } from 'effector'
import { Provider } from 'effector-react'
import { act, useState, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, useNavigate, type NavigateFunction } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Feature } from '../features/feature.ts'
import { allFeaturesRegistered, featuresRegistered } from '../features/registry.ts'
import { $location, $screenLeft, home, screenToggled, toPath } from '../model/location/index.ts'
import { pluginScreensListed, pluginScreensRequested } from '../model/plugins/index.ts'
import { $services } from '../model/services.ts'
import { createReader, startReader } from '../model/testing.ts'
import { useTranslation } from '../ui/index.ts'
import { startTranslations } from './i18n.ts'
import { Screens } from './screens.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

function Counter() {
  const [count, setCount] = useState(0)
  return (
    <button className="counter" onClick={() => setCount(count + 1)}>
      {count}
    </button>
  )
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
        frame: 'over',
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
  const [under, above] = container.querySelectorAll<HTMLElement>(':scope > .screen')
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
    screens: featureAt('/over').screens!.map((one) => ({ ...one, frame: 'over' as const })),
  }
  await allSettled(featuresRegistered, { scope, params: [alone] })
  const container = await renderedAt('/over', scope)
  await expect.poll(() => container.textContent).toBe('0')
  expect(container.querySelectorAll(':scope > .screen')).toHaveLength(1)
  expect(scope.getState($screenLeft)).toBe(toPath(scope.getState($location)))
})

test('the subscriptions and their scroll stay when a user goes from the list to a page and back', async () => {
  await startTranslations('en')
  const { scope } = await startReader()
  await allSettled(featuresRegistered, { scope, params: [featureAt('/page'), featureAt('/other')] })
  const go: { to?: NavigateFunction } = {}
  const Navigator = () => {
    go.to = useNavigate()
    return null
  }
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <QueryClientProvider client={scope.getState($services).queryClient}>
          <MemoryRouter initialEntries={[toPath(home)]}>
            <Screens />
            <Navigator />
          </MemoryRouter>
        </QueryClientProvider>
      </Provider>,
    ),
  )
  const tree = container.querySelector('[role="tree"]') as HTMLElement
  const areas = () =>
    [...container.querySelectorAll<HTMLElement>('[data-focus-area]')].map(({ dataset }) => dataset.focusArea)
  expect(areas()).toEqual(['subscription-list', 'timeline', 'entry-render'])
  tree.scrollTop = 40
  for (const path of ['/page', '/other']) {
    await act(async () => void go.to?.(path))
    await expect.poll(() => container.querySelector('button.counter')?.textContent).toBe('0')
    expect(areas()).toEqual(['subscription-list'])
    expect(container.querySelector('[data-screen]')?.getAttribute('data-screen')).toBe(path.slice(1))
  }
  await act(async () => void go.to?.(toPath(home)))
  expect(areas()).toEqual(['subscription-list', 'timeline', 'entry-render'])
  expect(container.querySelector('[role="tree"]')).toBe(tree)
  expect(tree.scrollTop).toBe(40)
  await act(async () => root.unmount())
  container.remove()
})

test('a visitor sees a page for anyone alone, and a page that fills the window is in no frame', async () => {
  const { scope } = createReader()
  await allSettled(featuresRegistered, { scope, params: [featureAt('/open')] })
  const container = await renderedAt('/open', scope)
  await expect.poll(() => container.textContent).toBe('0')
  expect(container.querySelector('[data-focus-area="subscription-list"]')).toBeNull()

  const user = await startReader()
  const own = {
    ...featureAt('/own'),
    screens: [{ ...featureAt('/own').screens?.[0], frame: 'own' }],
  } as Feature
  await allSettled(featuresRegistered, { scope: user.scope, params: [own] })
  const whole = await renderedAt('/own', user.scope)
  await expect.poll(() => whole.textContent).toBe('0')
  expect(whole.querySelector('[data-focus-area="subscription-list"]')).toBeNull()
  expect(whole.querySelector('[data-screen]')?.getAttribute('data-screen')).toBe('own')
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
