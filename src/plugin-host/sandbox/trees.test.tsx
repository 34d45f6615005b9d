// @vitest-environment happy-dom
import { combine, createEvent, createStore, createWatch } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act, type ComponentType } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import app from '../../../locales/en/app.json' with { type: 'json' }
import { $features, $screens } from '../../features/registry.ts'
import { $dialogStack } from '../../model/layout/index.ts'
import { screenRequested } from '../../model/location/index.ts'
import { defineClient, PluginRefusal, type FieldValue, type PluginNode } from '../../plugin-api/client.ts'
import { $running } from '../run/plugins.ts'
import { settingsAction } from '../settings/setting-address.ts'
import { readerWith } from './testing.ts'

let root: Root
beforeAll(() => void i18next.init({ lng: 'en', resources: { en: { app } } }))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = '<div id="app"></div>'
  root = createRoot(document.querySelector('#app')!)
})
afterEach(async () => {
  await act(() => root.unmount())
  vi.useRealTimers()
})

/** Notes on a page, with one handler for each event. */
const notes = defineClient(({ command, screen, dialog, storage }) => {
  const typed = createEvent<FieldValue>()
  const toggled = createEvent<FieldValue>()
  const chosen = createEvent<FieldValue>()
  const cleared = createEvent<FieldValue>()
  const $text = createStore('')
    .on(typed, (_, value) => String(value))
    .reset(cleared)
  const $done = createStore(false).on(toggled, (_, value) => value === true)
  const $color = createStore('red').on(chosen, (_, value) => String(value))
  const choices = ['red', 'blue'].map((value) => ({ value, label: value }))
  const $tree = combine($text, $done, $color, (text, done, color): PluginNode => ({
    kind: 'stack',
    children: [
      { kind: 'textField', label: 'Note', value: text, change: 'typed', submit: 'saved' },
      { kind: 'checkbox', label: 'Done', checked: done, change: 'toggled' },
      { kind: 'select', label: 'Colour', value: color, choices, change: 'chosen' },
      { kind: 'button', label: 'Clear', press: 'cleared' },
      { kind: 'text', text: `${text} ${done} ${color}` },
    ],
  }))
  const saved = async (value: FieldValue) => {
    if (value === 'no') throw new PluginRefusal('refused')
    if (value === 'bug') throw new TypeError('value is wrong')
    await storage.write({ note: value })
  }
  const openPage = screen({
    path: '/guest',
    title: 'notes',
    $tree,
    on: { typed, toggled, chosen, cleared, saved },
  })
  const openDialog = dialog({ id: 'ask', title: 'ask', $tree: createStore<PluginNode | null>(null) })
  command({ id: 'guest:page', title: 'page', kind: 'view', run: () => void openPage() })
  command({ id: 'guest:ask', title: 'ask', kind: 'dialog', run: () => void openDialog() })
  command({
    id: 'guest:twice',
    title: 'twice',
    run: () => {
      openDialog()
      openPage()
      return undefined
    },
  })
  command({
    id: 'guest:stored',
    title: 'stored',
    run: async () => ({ key: 'stored', values: { note: JSON.stringify(await storage.read()) } }),
  })
})

const settle = () => act(() => vi.advanceTimersByTimeAsync(50))

async function shown(sandboxed: boolean) {
  const reader = await readerWith(notes, sandboxed, ['storage'])
  await settle()
  const [screen] = reader.scope.getState($screens)
  const { default: Page } = (await screen!.load()) as { default: ComponentType }
  await act(() =>
    root.render(
      <Provider value={reader.scope}>
        <MemoryRouter>
          <Page />
        </MemoryRouter>
      </Provider>,
    ),
  )
  const field = document.querySelector<HTMLInputElement>('input[type="text"]')!
  return {
    ...reader,
    field,
    type: async (text: string) => {
      await act(() => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })
    },
    submit: async () => {
      await act(() => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
      await settle()
    },
    text: () => document.querySelector('.plugin-stack > p')?.textContent,
  }
}

describe.each([
  ['built in', false],
  ['in a sandbox', true],
])('a page of a plugin %s', (_, sandboxed) => {
  test('shows fields, and each change reaches its handler', async () => {
    const { type, text, field } = await shown(sandboxed)
    expect(text()).toBe(' false red')
    await type('Tea')
    await act(() => document.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click())
    const select = document.querySelector('select')!
    await act(() => {
      select.value = 'blue'
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await settle()
    expect(text()).toBe('Tea true blue')
    await act(() => document.querySelector<HTMLElement>('.plugin-stack button')?.click())
    await settle()
    expect(text()).toBe(' true blue')
    expect(field.value).toBe('')
    expect(document.querySelector('input[type="text"]')).toBe(field)
  })

  test('keeps what is typed while the plugin responds to earlier keys', async () => {
    const { type, field, text } = await shown(sandboxed)
    field.focus()
    for (const part of ['a', 'ab', 'abc']) await type(part)
    expect(field.value).toBe('abc')
    await settle()
    expect([field.value, text()]).toEqual(['abc', 'abc false red'])
    expect(document.activeElement).toBe(field)
  })

  test('stores by Enter, refuses in words, and a bug stops the plugin', async () => {
    const { type, submit, run, notifications, scope } = await shown(sandboxed)
    await type('Tea')
    await submit()
    await run('stored')
    expect(notifications.at(-1)).toEqual({ key: 'guest:stored', values: { note: '{"note":"Tea"}' } })
    await type('no')
    await submit()
    expect(notifications.at(-1)).toEqual({ key: 'guest:refused', action: settingsAction('guest') })
    await type('bug')
    await submit()
    expect(notifications.at(-1)).toMatchObject({ key: 'app:plugin.broke', reason: 'value is wrong' })
    expect(scope.getState($running).size).toBe(0)
    expect(scope.getState($screens)).toEqual([])
  })

  test('opens by a command, as its dialog does', async () => {
    const { run, scope } = await shown(sandboxed)
    const opened: unknown[] = []
    createWatch({ unit: screenRequested, scope, fn: (request) => opened.push(request) })
    await run('page')
    await run('ask')
    expect(opened).toEqual([{ path: '/guest' }])
    expect(scope.getState($dialogStack)).toEqual([{ id: 'guest/ask', props: {} }])
    const [dialog] = scope.getState($features).flatMap(({ dialogs = [] }) => dialogs)
    expect((await dialog?.load())?.propsSchema.parse({})).toEqual({})
  })
})

test('a sandboxed plugin opens nothing by itself, and one thing for each command', async () => {
  const { run, scope, state } = await readerWith(notes, true, ['storage'])
  const opened: unknown[] = []
  createWatch({ unit: screenRequested, scope, fn: (request) => opened.push(request) })
  for (const index of [0, 1, 99]) state.forge(`{"type":"open","index":${index}}`)
  for (const kind of ['screen', 'dialog', 'command'])
    state.forge(`{"t":"q","m":"open","a":[{"kind":"${kind}","index":0}]}`)
  await settle()
  expect([opened, scope.getState($dialogStack)]).toEqual([[], []])
  await run('twice')
  expect([opened, scope.getState($dialogStack)]).toEqual([[], [{ id: 'guest/ask', props: {} }]])
})

test('without the permission a sandboxed plugin stores nothing, and beyond its room neither', async () => {
  const writes = (value: unknown) =>
    defineClient(({ command, storage }) =>
      command({
        id: 'guest:write',
        title: 'write',
        run: async () => {
          await storage.write(value)
          return { key: 'written' }
        },
      }),
    )
  const outcomeOf = async (value: unknown, permissions: readonly 'storage'[]) => {
    const { run, notifications } = await readerWith(writes(value), true, permissions)
    await run('write')
    return notifications.at(-1)
  }
  expect(await outcomeOf('small', [])).toEqual({
    key: 'app:plugin.forbidden',
    action: settingsAction('guest'),
  })
  expect(await outcomeOf('small', ['storage'])).toEqual({ key: 'guest:written' })
  expect(await outcomeOf('x'.repeat(250_001), ['storage'])).toEqual({
    key: 'app:plugin.storageFull',
    action: settingsAction('guest'),
  })
})

test('a page at an address of others does not start the plugin', async () => {
  const client = defineClient(({ screen }) => {
    screen({ path: '/settings', title: 'x', $tree: createStore<PluginNode | null>(null) })
  })
  const { scope, notifications } = await readerWith(client, true)
  expect(scope.getState($running).size).toBe(0)
  expect(notifications).toMatchObject([{ key: 'app:plugin.broke' }])
})
