// @vitest-environment happy-dom
import { allSettled, createWatch } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import app from '../../../locales/en/app.json'
import common from '../../../locales/en/common.json'
import shortcuts from '../../../locales/en/shortcuts.json'
import { allCommands } from '../../../commands/index.ts'
import type { PressReport } from '../../core/index.ts'
import { registry } from '../../model/app/index.ts'
import { $rebinding, keyPressed } from '../../model/keys/index.ts'
import { startReader } from '../../model/testing.ts'
import ContextKeysDialog from './context-keys-dialog.tsx'
import KeyLogDialog from './key-log-dialog.tsx'
import ShortcutsDialog from './shortcuts-dialog.tsx'

beforeAll(() => i18next.init({ lng: 'en', defaultNS: 'app', resources: { en: { app, common, shortcuts } } }))
let root: Root
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

async function rendered(dialog: ReactNode, presses: readonly Partial<PressReport>[] = []) {
  const { scope } = await startReader()
  await allSettled(registry.registered, { scope, params: allCommands })
  for (const press of presses)
    await allSettled(keyPressed, {
      scope,
      params: { typed: ['x'], outcome: 'nothing', area: 'timeline', inactive: [], ...press },
    })
  const box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  root.render(<Provider value={scope}>{dialog}</Provider>)
  await expect.poll(() => document.querySelector('[role="dialog"]')).not.toBeNull()
  return scope
}
const lines = () => [...document.querySelectorAll('.key-log li')].map(({ textContent }) => textContent)

test('the key log says what each press ran, or why it did nothing, newest first', async () => {
  const star = allCommands.find(({ id }) => id === 'entry:star')
  if (!star) throw new Error('no star')
  const binding = { command: star, keys: 's', where: ['timeline', 'entry-render'], own: false }
  await rendered(<KeyLogDialog onClose={() => {}} />, [
    { typed: ['s'], outcome: 'run', commandId: 'entry:star' },
    { typed: ['s'], inactive: [{ binding, why: 'area', missing: [] }], area: 'subscription-list' },
    { typed: ['z'] },
    { typed: ['p'], outcome: 'field' },
  ])
  expect(lines()).toHaveLength(3)
  expect(lines()[2]).toMatch(/^S.*Star or unstar/)
  expect(lines()[1]).toMatch(/Star or unstar.*the timeline.*the subscriptions/i)
  expect(lines()[0]).toMatch(/^Z/)
})

test('the inspector shows the live context keys and tries an expression on them', async () => {
  await rendered(<ContextKeysDialog onClose={() => {}} />)
  const rows = [...document.querySelectorAll('.context-keys-list > div')].map(
    ({ textContent }) => textContent,
  )
  expect(rows).toContain('entries0')
  expect(rows).toContain("source'all'")
  const field = document.querySelector('input') as HTMLInputElement
  const verdict = () => document.querySelector('.context-keys [role="status"]')?.textContent
  const type = (text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  type('entries == 0')
  await expect.poll(verdict).toBe(app.contextKeys.holds)
  type('entry && !starred')
  await expect.poll(verdict).toBe(app.contextKeys.doesNotHold)
  type('entry &&')
  await expect.poll(verdict).toBe(app.contextKeys.invalid)
})

test('a command of the help is run from there, or gets another key, and the sheet is printed', async () => {
  const printed = vi.fn<() => void>()
  // The test's window has none.
  window.print = printed
  const scope = await rendered(<ShortcutsDialog area="timeline" isPrinting onClose={() => {}} />)
  await expect.poll(() => printed.mock.calls.length).toBe(1)
  const started: string[] = []
  createWatch({ unit: registry.commandInvoked, scope, fn: ({ id }) => void started.push(id) })
  const row = document.querySelector('[data-command="timeline:unread-only"]')
  expect(row?.textContent).toContain('Unread only on or off')
  row?.querySelector<HTMLElement>('.help-run')?.click()
  expect(started).toEqual(['timeline:unread-only'])
  row?.querySelector<HTMLElement>('.help-rebind')?.click()
  expect(scope.getState($rebinding)).toBe('timeline:unread-only')
})

test('the keys that were not used yet are shown alone, and a used one leaves them', async () => {
  const scope = await rendered(<ShortcutsDialog area="timeline" isUnused onClose={() => {}} />)
  const isShown = (id: string) => document.querySelector(`[data-command="${id}"]`) !== null
  expect(isShown('timeline:unread-only')).toBe(true)
  // Moving about is not learnt from a sheet, and what has no keys is not on it.
  expect(isShown('timeline:switch-to-next')).toBe(false)
  expect(isShown('subscription:rename')).toBe(false)
  await allSettled(registry.commandInvoked, {
    scope,
    params: { id: 'timeline:unread-only', source: 'keyboard' },
  })
  await expect.poll(() => isShown('timeline:unread-only')).toBe(false)
  document.querySelector<HTMLElement>('.help-search [aria-pressed="true"]')?.click()
  await expect.poll(() => isShown('timeline:unread-only')).toBe(true)
  expect(isShown('subscription:rename')).toBe(true)
})
