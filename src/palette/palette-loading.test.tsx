// @vitest-environment happy-dom
import '../model/everything.ts'
import { createStore, fork, scopeBind } from 'effector'
import { Provider } from 'effector-react'
import { createRoot } from 'react-dom/client'
import i18next from 'i18next'
import { expect, test, vi } from 'vitest'
import type { Command } from '../core/index.ts'
import { registry } from '../model/app/index.ts'
import { $palette } from '../model/palette/index.ts'
import { $services, type Services } from '../model/services.ts'
import { Palette } from './index.ts'

test('Enter that is pressed as soon as the box is there reaches it, also when it was loading before', async () => {
  await i18next.init({ lng: 'en', resources: {} })
  const clock = { now: () => 0, after: () => () => {} }
  const scope = fork({ values: [[$services, { clock, newId: () => 'id' } as unknown as Services]] })
  const ages: unknown[] = []
  const command: Command = {
    id: 'test:older',
    group: 'test',
    title: 'Mark as read what is older',
    kind: 'change',
    args: [{ name: 'age', title: 'Age', type: 'age', initial: createStore(() => '3d') }],
    run: ({ args }) => void ages.push(args['age']),
  }
  scopeBind(registry.registered, { scope })([command])
  const pressEnter = () => {
    const box = document.querySelector('[role="combobox"]')
    if (!box) return
    observer.disconnect()
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  }
  // Before the effects of the render that shows the box.
  const observer = new MutationObserver(pressEnter)
  observer.observe(document.body, { childList: true, subtree: true })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <Provider value={scope}>
      <Palette loadMessages={async () => {}} />
    </Provider>,
  )
  scopeBind(registry.commandInvoked, { scope })({ id: 'test:older', source: 'keyboard' })
  await expect.poll(() => ages, { timeout: 20_000 }).toEqual(['3d'])
  expect(scope.getState($palette).open).toBe(false)
  root.unmount()
})

test('what is typed for a palette that closes before its box comes is not for the next one', async () => {
  // As in a page that has not loaded the box.
  vi.resetModules()
  const { Palette: Unloaded } = await import('./index.ts')
  const { $palette: $closed, paletteToggled } = await import('../model/palette/index.ts')
  const services = await import('../model/services.ts')
  const clock = { now: () => 0, after: () => () => {} }
  const scope = fork({ values: [[services.$services, { clock, newId: () => 'id' } as unknown as Services]] })
  const toggle = scopeBind(paletteToggled, { scope })
  const messages = Promise.withResolvers<void>()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <Provider value={scope}>
      <Unloaded loadMessages={() => messages.promise} />
    </Provider>,
  )
  const press = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    document.body.dispatchEvent(event)
    return event.defaultPrevented
  }
  const isTaken = () => press('x')
  toggle()
  await expect.poll(isTaken).toBe(true)
  toggle()
  await expect.poll(isTaken).toBe(false)
  // Escape closes it as well.
  toggle()
  await expect.poll(isTaken).toBe(true)
  press('Escape')
  expect(scope.getState($closed).open).toBe(false)
  await expect.poll(isTaken).toBe(false)
  messages.resolve()
  await import('./palette-dialog.tsx')
  await new Promise((loaded) => setTimeout(loaded))
  toggle()
  const box = () => document.querySelector<HTMLInputElement>('[role="combobox"]')?.value
  await expect.poll(box, { timeout: 20_000 }).toBe('')
  root.unmount()
})
