// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import app from '../../locales/en/app.json'
import shortcuts from '../../locales/en/shortcuts.json'
import { allCommands } from '../../commands/index.ts'
import { boundKeys } from '../core/index.ts'
import { pendingKeysChanged } from '../model/app/index.ts'
import { startReader } from '../model/testing.ts'
import { WhichKey } from './which-key.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
beforeAll(() => i18next.init({ lng: 'en', defaultNS: 'app', resources: { en: { app, shortcuts } } }))
let root: Root
beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
})

const goKeys = boundKeys(allCommands, {}).filter(({ keys }) => keys.startsWith('c '))
const none = { typed: [], count: null, next: [] }
const panel = () => document.querySelector('.which-key')
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
const status = () => document.querySelector('[role="status"]')?.textContent ?? ''

async function rendered() {
  vi.useRealTimers()
  const { scope } = await startReader()
  vi.useFakeTimers()
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <Provider value={scope}>
        <WhichKey loadMessages={async () => {}} />
      </Provider>,
    ),
  )
  return (typed: readonly string[]) =>
    act(async () => {
      await allSettled(pendingKeysChanged, {
        scope,
        params: typed.length > 0 ? { typed, count: null, next: goKeys } : none,
      })
    })
}

test('the keys that may follow are shown after a moment, with their commands, and leave with the sequence', async () => {
  const pending = await rendered()
  await pending(['c'])
  await wait(300)
  expect(panel()).toBeNull()
  await wait(100)
  const rows = [...(panel()?.querySelectorAll<HTMLElement>('[data-command-id]') ?? [])]
  expect(rows.map(({ dataset }) => dataset['commandId'])).toEqual([
    'entry:copy-code',
    'entry:copy-link',
    'selection-text:copy',
    'selection-text:search',
    'entry:copy-title',
  ])
  expect(rows[1]?.textContent).toContain('Copy the link')
  await pending([])
  expect(panel()).toBeNull()
  // A quick typist never sees it.
  await pending(['c'])
  await pending([])
  await wait(1000)
  expect(panel()).toBeNull()
})

test('screen readers hear the panel on request alone', async () => {
  const pending = await rendered()
  await pending(['c'])
  await wait(400)
  expect(panel()?.getAttribute('aria-hidden')).toBe('true')
  expect(status()).toBe('')
  const press = new KeyboardEvent('keydown', { key: 'F1', bubbles: true, cancelable: true })
  await act(async () => void document.body.dispatchEvent(press))
  expect(press.defaultPrevented).toBe(true)
  expect(status()).toContain('L: Copy the link')
})
