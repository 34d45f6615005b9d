// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json'
import common from '../../../locales/en/common.json'
import shortcuts from '../../../locales/en/shortcuts.json'
import { allCommands } from '../../../commands/index.ts'
import type { PressReport } from '../../core/index.ts'
import { keyPressed, registry } from '../../model/index.ts'
import { startReader } from '../../model/testing.ts'
import { ContextKeysDialog } from './context-keys-dialog.tsx'
import { KeyLogDialog } from './key-log-dialog.tsx'

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
