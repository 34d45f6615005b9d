// @vitest-environment happy-dom
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { $services, type Platform, type Services } from '../model/services.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { loadAllTranslations, startTranslations } from './i18n.ts'
import { browserName } from './issue-address.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, LECTERN_VERSION: '0.6.1' })
afterEach(() => vi.restoreAllMocks())

const callLocal = vi.fn<() => Promise<void>>(async () => {})
const TRACE = '0b8f7c1e-6f5a-4c57-9c6e-0f2f4d0a1b2c'

async function renderBroken(error: unknown, platform: Partial<Platform> = {}): Promise<HTMLElement> {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  sessionStorage.setItem('session_id', 'session-of-this-tab-21')
  await startTranslations('en')
  await loadAllTranslations()
  const services = { local: { call: callLocal }, platform } as unknown as Services
  const scope = fork({ values: [[$services, services]] })
  const container = document.body.appendChild(document.createElement('div'))
  const Broken = () => {
    throw error
  }
  await act(async () =>
    createRoot(container).render(
      <Provider value={scope}>
        <ErrorBoundary>
          <Broken />
        </ErrorBoundary>
      </Provider>,
    ),
  )
  return container
}

const issueOf = (page: HTMLElement): URL => new URL(page.querySelector('a')?.href ?? '')

test('the copy of a database that had to be rebuilt is downloaded', async () => {
  const downloads: string[] = []
  const page = await renderBroken(new Error('x'), {
    damagedCopy: async () => [new File(['x'], 'follow.broken.db')],
    download: (name) => void downloads.push(name),
  })
  const button = [...page.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Download the damaged copy',
  )
  await act(async () => button?.click())
  expect(downloads).toEqual(['follow.broken.db'])
})

test('the page has three actions, and the issue carries the ids that the page shows', async () => {
  const page = await renderBroken(new TypeError('The shelf fell down'))
  expect([...page.querySelectorAll('button, a')].map(({ textContent }) => textContent)).toEqual([
    'Reload',
    'Reset local database',
    'Report it',
  ])
  expect(page.querySelector('pre')?.textContent).toBe('The shelf fell down')
  const [errorTrace = '', sessionTrace] = [...page.querySelectorAll('dd')].map(
    ({ textContent }) => textContent,
  )
  expect([/^[\da-f-]{36}$/.test(errorTrace), sessionTrace]).toEqual([true, 'session-of-this-tab-21'])
  const body = issueOf(page).searchParams.get('body') ?? ''
  expect(issueOf(page).searchParams.get('title')).toBe('Error: The shelf fell down')
  for (const line of [
    'version: 0.6.1',
    `error trace: ${errorTrace}`,
    'session trace: session-of-this-tab-21',
    'mode: unknown',
    `user agent: ${navigator.userAgent}`,
  ])
    expect(body).toContain(`- ${line}`)
  expect(body).toContain('TypeError: The shelf fell down')
})

test('an error of the server is reported under the id of its log, and in words', async () => {
  const page = await renderBroken({
    kind: 'refused',
    key: 'internal',
    code: 1005,
    message: 'Internal error',
    reason: `trace ${TRACE}`,
    status: 500,
  })
  expect(page.querySelector('dd')?.textContent).toBe(TRACE)
  expect(page.querySelector('pre')?.textContent).not.toContain('[object Object]')
  expect(issueOf(page).searchParams.get('body')).toContain(`error trace: ${TRACE}`)
})

test('resetting empties the database and goes home', async () => {
  const page = await renderBroken(new Error('The shelf fell down'))
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  await act(async () => page.querySelectorAll('button')[1]?.click())
  await expect.poll(() => assign.mock.calls).toEqual([['/']])
  expect(callLocal.mock.calls as unknown[]).toEqual([['database.reset']])
})

test('a browser is named by its user agent', () => {
  const webkit = 'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko)'
  expect(
    [
      'Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0',
      `${webkit} Chrome/138.0.0.0 Safari/537.36`,
      `${webkit} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.1.2`,
      `${webkit} Version/18.5 Safari/605.1.15`,
      'curl/8',
    ].map(browserName),
  ).toEqual(['Firefox 140.0', 'Chrome 138.0.0.0', 'Edge 138.0.1.2', 'Safari 18.5', 'curl/8'])
})
