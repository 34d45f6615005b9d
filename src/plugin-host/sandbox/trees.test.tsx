// @vitest-environment happy-dom
import { combine, createEvent, createStore, createWatch, type Scope } from 'effector'
import { Provider } from 'effector-react'
import i18next from 'i18next'
import { act, type ComponentType } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import app from '../../../locales/en/app.json' with { type: 'json' }
import { $entryPanels, $features, $screens } from '../../features/registry.ts'
import { $dialogStack } from '../../model/layout/index.ts'
import { screenRequested } from '../../model/location/index.ts'
import { $pageRows } from '../../model/subscriptions/index.ts'
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

/** Renders the page of the only plugin. */
async function renderPage(scope: Scope): Promise<void> {
  const [screen] = scope.getState($screens)
  const { default: Page } = (await screen!.load()) as { default: ComponentType }
  await act(() =>
    root.render(
      <Provider value={scope}>
        <MemoryRouter>
          <Page />
        </MemoryRouter>
      </Provider>,
    ),
  )
}

async function shown(sandboxed: boolean) {
  const reader = await readerWith(notes, sandboxed, ['storage'])
  await settle()
  await renderPage(reader.scope)
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

describe.each([
  ['built in', false],
  ['in a sandbox', true],
])('the row of a page of a plugin %s', (_, sandboxed) => {
  const withRow = (path: string, command: string) =>
    defineClient((host) => {
      const open = host.screen({
        path,
        title: 'notes',
        row: { icon: 'time', command },
        $tree: createStore<PluginNode | null>(null),
      })
      host.command({ id: 'guest:page', title: 'page', kind: 'view', run: () => void open() })
    })

  test('stands among the pages of the column, and its command opens the page', async () => {
    const { scope, run } = await readerWith(withRow('/guest', 'guest:page'), sandboxed)
    await settle()
    expect(scope.getState($pageRows)).toContainEqual({
      id: 'page/guest',
      path: '/guest',
      titleKey: 'guest:notes',
      icon: 'time',
      command: 'guest:page',
    })
    const opened: unknown[] = []
    createWatch({ unit: screenRequested, scope, fn: (request) => opened.push(request) })
    await run('page')
    expect(opened).toEqual([{ path: '/guest' }])
  })

  test.each([
    ['/guest', 'session:sign-out'],
    ['/guest/more', 'guest:page'],
  ])('at %s with the command %s stops the plugin', async (path, command) => {
    const { scope, notifications } = await readerWith(withRow(path, command), sandboxed)
    await settle()
    expect(scope.getState($running).size).toBe(0)
    expect(scope.getState($pageRows)).toEqual([])
    expect(notifications).toMatchObject([{ key: 'app:plugin.broke' }])
  })
})

describe.each([
  ['built in', false],
  ['in a sandbox', true],
])('a section below an entry of a plugin %s', (_, sandboxed) => {
  const withSection = (more: object) =>
    defineClient(({ entryPanel }) => {
      const drawn = createEvent<FieldValue>()
      const $tree = createStore<PluginNode | null>(null).on(drawn, (__, id): PluginNode => ({
        kind: 'text',
        text: `<b>About ${String(id)}</b>`,
      }))
      entryPanel({ place: 'below', title: 'notes', ...more, $tree, on: { shown: drawn } } as never)
    })

  test('is asked when it is drawn for an entry, and shows texts', async () => {
    const { scope } = await readerWith(withSection({}), sandboxed)
    const [panel] = scope.getState($entryPanels)
    expect(panel?.below).toEqual({ titleKey: 'guest:notes' })
    const { default: Panel } = await panel!.load()
    const box = document.body.appendChild(document.createElement('div'))
    createRoot(box).render(
      <Provider value={scope}>
        <Panel entry={{ id: '7' } as never} html={null} />
      </Provider>,
    )
    await expect.poll(() => box.textContent).toBe('<b>About 7</b>')
    expect(box.querySelector('b')).toBeNull()
  })

  test('without a title, or elsewhere, does not start one in a sandbox', async () => {
    if (!sandboxed) return
    for (const wrong of [{ title: undefined }, { title: 'x'.repeat(2000) }, { place: 'over' }]) {
      const { scope, notifications } = await readerWith(withSection(wrong), true)
      await settle()
      expect(scope.getState($entryPanels)).toEqual([])
      expect(notifications).toMatchObject([{ key: 'app:plugin.broke' }])
    }
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

/** Something of everything that is only looked at. */
const figures: PluginNode = {
  kind: 'stack',
  children: [
    { kind: 'picture', url: 'https://shown.example/a.png', description: 'A lamp' },
    { kind: 'picture', url: 'https://other.example/b.png', description: 'A spy' },
    { kind: 'picture', url: 'data:image/png;base64,AAAA', description: 'A dot' },
    { kind: 'icon', name: 'feed', label: 'Feeds' },
    { kind: 'table', caption: 'Days', columns: ['Day', 'Entries'], rows: [['Monday', 1200], ['Tuesday']] },
    {
      kind: 'chart',
      form: 'bars',
      label: 'Week',
      points: [
        { label: 'Mon', value: 2 },
        { label: 'Tue', value: 0 },
      ],
    },
    { kind: 'chart', form: 'line', label: 'Nothing yet', points: [] },
    { kind: 'progress', label: 'Goal', value: 0.25, detail: '5 of 20' },
    {
      kind: 'markdown',
      text: '**Bold** <b>raw</b> ![pixel](https://other.example/p.png) [in](https://shown.example/x) [out](https://other.example/?data)',
    },
  ],
}

/** A page of that, until it is forged. */
async function figuresShown(sandboxed: boolean) {
  const client = defineClient(({ screen }) => {
    screen({ path: '/guest', title: 'x', $tree: createStore<PluginNode | null>(figures) })
  })
  const reader = await readerWith(client, sandboxed, ['net:shown.example'])
  await settle()
  await renderPage(reader.scope)
  await settle()
  const attributes = (selector: string, name: string) =>
    [...document.querySelectorAll(selector)].map((one) => one.getAttribute(name))
  return {
    ...reader,
    attributes,
    text: () => document.querySelector('[data-plugin-part]')?.textContent ?? '',
  }
}

describe.each([
  ['built in', false],
  ['in a sandbox', true],
])('figures of a plugin %s', (_, sandboxed) => {
  test('are drawn, and read out as what they say', async () => {
    const { attributes, text } = await figuresShown(sandboxed)
    expect(attributes('.plugin-table th', 'scope')).toEqual(['col', 'col'])
    expect([...document.querySelectorAll('.plugin-table td')].map((one) => one.textContent)).toEqual([
      'Monday',
      '1,200',
      'Tuesday',
      '',
    ])
    expect(attributes('.plugin-chart svg', 'aria-hidden')).toEqual(['true', 'true'])
    expect([...document.querySelectorAll('.plugin-chart li')].map((one) => one.textContent)).toEqual([
      'Mon: 2',
      'Tue: 0',
    ])
    expect(attributes('rect', 'height')).toEqual(['120', '0'])
    expect(attributes('[role="progressbar"]', 'aria-valuenow')).toEqual(['25'])
    expect(document.querySelector('strong')?.textContent).toBe('Bold')
    expect(text()).toContain('<b>raw</b>')
    expect(text()).toContain('Feeds')
  })
})

test('pictures and links of a sandboxed plugin reach the hosts that it was granted, and no others', async () => {
  const { attributes, text } = await figuresShown(true)
  expect(attributes('img', 'src')).toEqual(['https://shown.example/a.png', 'data:image/png;base64,AAAA'])
  expect(attributes('[data-plugin-part] a', 'href')).toEqual(['https://shown.example/x'])
  for (const words of ['A spy', 'pixel', 'out']) expect(text()).toContain(words)
})

test('figures that a sandboxed plugin forges are not drawn', async () => {
  const { state, text } = await figuresShown(true)
  const before = text()
  const bad: unknown[] = [
    { kind: 'picture', url: 'javascript:alert(1)', description: '' },
    { kind: 'picture', url: 'http://shown.example/a.png', description: '' },
    { kind: 'picture', url: 'data:image/svg+xml;base64,AAAA', description: '' },
    { kind: 'picture', url: `data:image/png;base64,${'A'.repeat(200_001)}`, description: '' },
    { kind: 'table', caption: '', columns: [], rows: [] },
    { kind: 'table', caption: '', columns: ['a'], rows: Array.from({ length: 401 }, () => ['x']) },
    { kind: 'table', caption: '', columns: ['a'], rows: [[{ toString: 'x' }]] },
    { kind: 'chart', form: 'pie', label: '', points: [] },
    { kind: 'chart', form: 'bars', label: '', points: [{ label: '', value: -1 }] },
    { kind: 'chart', form: 'bars', label: '', points: [{ label: '', value: '1"/><script>' }] },
    { kind: 'progress', label: '', value: 7 },
    { kind: 'markdown', text: 'x'.repeat(20_001) },
  ]
  const show = (tree: unknown) =>
    state.forge(`{"t":"q","m":"show","a":[{"kind":"screen","index":0},"$tree",${JSON.stringify(tree)}]}`)
  for (const tree of bad) show(tree)
  await settle()
  expect(text()).toBe(before)
  show({ kind: 'markdown', text: '[out](https://other.example/)', reachable: ['https://other.example/'] })
  await settle()
  expect(text()).toBe('out')
  expect(document.querySelector('[data-plugin-part] a')).toBeNull()
  show({ kind: 'icon', name: 'nothing', label: 'unknown' })
  await settle()
  expect(text()).toBe('unknown')
})
