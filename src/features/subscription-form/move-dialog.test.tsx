// @vitest-environment happy-dom
import { createWatch } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { registry } from '../../model/app/registry.ts'
import { $subscriptions } from '../../model/subscriptions/index.ts'
import { createFakeServer, startReader } from '../../model/testing.ts'
import { MoveDialog } from './move-dialog.tsx'

// Keys in place of their texts.
beforeAll(() => i18next.init({ lng: 'cimode', defaultNS: 'app' }))

async function opened() {
  const server = createFakeServer()
  for (const [id, category] of [
    ['1', 'Garden'],
    ['2', 'Kitchen'],
    ['3', 'Harbour'],
  ] as const)
    server.follow(id, { category })
  const { scope } = await startReader({ server })
  await vi.waitUntil(() => scope.getState($subscriptions).size === 3)
  const invoked: unknown[] = []
  createWatch({ unit: registry.commandInvoked, scope, fn: ({ id, args }) => void invoked.push([id, args]) })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => root.unmount())
  const closed = vi.fn<() => void>()
  root.render(
    <Provider value={scope}>
      <MoveDialog ids={['feed/1', 'feed/3']} onClose={closed} />
    </Provider>,
  )
  const field = await vi.waitUntil(() => document.querySelector<HTMLInputElement>('[role="combobox"]'))
  return {
    invoked,
    closed,
    rows: () => [...document.querySelectorAll('[role="option"]')].map((row) => row.textContent),
    selected: () => document.querySelector('[role="option"][aria-selected="true"]')?.textContent,
    type: (text: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    press: (key: string) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  }
}

const subscriptions = ['feed/1', 'feed/3']

test('letters narrow the folders, and Enter moves to the chosen one', async () => {
  const { invoked, closed, rows, selected, type, press } = await opened()
  expect(rows()).toEqual(['subscription.noFolder', 'Garden', 'Harbour', 'Kitchen'])
  type('en')
  await vi.waitUntil(() => rows().length === 3)
  expect(rows()).toEqual(['Garden', 'Kitchen', 'subscription.newFolder'])
  await vi.waitUntil(() => selected() === 'Garden')
  press('ArrowDown')
  await vi.waitUntil(() => selected() === 'Kitchen')
  press('Enter')
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce())
  expect(invoked).toEqual([['subscription:move', { subscriptions, category: 'Kitchen' }]])
})

test('a name that no folder has makes one', async () => {
  const named = await opened()
  named.type(' Outdoors ')
  await vi.waitUntil(() => named.rows().join() === 'subscription.newFolder')
  named.press('Enter')
  await vi.waitFor(() =>
    expect(named.invoked).toEqual([['subscription:move', { subscriptions, category: 'Outdoors' }]]),
  )
})

test('without a name they leave their folders', async () => {
  const { invoked, selected, press } = await opened()
  await vi.waitUntil(() => selected() === 'subscription.noFolder')
  press('Enter')
  await vi.waitFor(() => expect(invoked).toEqual([['subscription:take-out-of-folder', { subscriptions }]]))
})
