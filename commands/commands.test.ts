import { allSettled, createWatch, fork } from 'effector'
import { expect, test } from 'vitest'
import words from '../locales/en/shortcuts.json' with { type: 'json' }
import { boundKeys, evaluate, findClashes, parseExpression, takesDigit } from '../src/core/index.ts'
import { presets } from '../src/features/settings/shortcuts/presets.ts'
import {
  context,
  registry,
  infoNotified,
  notificationIdOf,
  notificationsDismissed,
} from '../src/model/app/index.ts'
import {
  $location,
  navigationRequested,
  screenChanged,
  screenCovered,
  screenRequested,
  toPath,
} from '../src/model/location/index.ts'
import { $feeds, feeds, followRequested } from '../src/model/subscriptions/index.ts'
import { panes, $dialogStack, focusRequested } from '../src/model/layout/index.ts'
import { createFakeServer, startReader } from '../src/model/testing.ts'
import { allFeatures } from '../src/features/index.ts'
import { screenCommands } from '../src/features/screen-commands.ts'
import { allCommands as listedCommands } from './index.ts'

const allCommands = [...listedCommands, ...screenCommands(allFeatures)]

const wordOf = (key: string): unknown =>
  key.split('.').reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], words)

test('every command has an id of its own, in the form group:action', () => {
  const ids = allCommands.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z-]+:[a-z0-9-]+$/.test(id))).toEqual([])
  expect(ids.length).toBeGreaterThan(90)
})

test('every command, every question and every group has English words', () => {
  const keys = allCommands.flatMap(({ title, menuTitle = title, group, args = [] }) => [
    title,
    menuTitle,
    `groups.${group}`,
    ...args.map((argument) => argument.title),
  ])
  expect(keys.filter((key) => typeof wordOf(key) !== 'string')).toEqual([])
})

test('no default key hides or delays another where both hold', () => {
  const clashes = findClashes(boundKeys(allCommands, {}))
  expect(
    clashes.map(({ a, b, is }) => `${a.command.id} ${a.keys} / ${b.command.id} ${b.keys}: ${is}`),
  ).toEqual([])
})

test('keys that go to the ends of the list, or a page on, move the selection', () => {
  const inTimeline = boundKeys(allCommands, {}).filter(({ where }) => where?.includes('timeline'))
  const ids = ['Home', 'End', 'PageDown', 'PageUp'].map(
    (key) => inTimeline.find(({ keys }) => keys === key)?.command.id,
  )
  expect(ids).toEqual([
    'timeline:switch-to-first',
    'timeline:switch-to-last',
    'timeline:page-down',
    'timeline:page-up',
  ])
})

test('the keys of client-facts are where people know them', () => {
  const keysOf = (id: string) =>
    boundKeys(
      allCommands.filter((one) => one.id === id),
      {},
    ).map(({ keys }) => keys)
  expect(keysOf('entry:read')).toEqual(['m'])
  expect(keysOf('entry:star')).toEqual(['s'])
  expect(keysOf('timeline:switch-to-next')).toEqual(['j', 'ArrowDown'])
  expect(keysOf('palette:open')).toEqual(['$mod+k'])
  expect(keysOf('global:show-shortcuts')).toEqual(['[Shift]+?'])
})

test('a command of the registry reaches the model', async () => {
  const reader = await startReader()
  const { scope } = reader
  await allSettled(registry.registered, { scope, params: allCommands })
  const run = (id: string, args = {}) =>
    allSettled(registry.commandInvoked, { scope, params: { id, source: 'test' as const, args } })
  await run('go:stars')
  expect(scope.getState($location).source).toEqual({ kind: 'collections' })
  await run('global:quick-add')
  expect(scope.getState($dialogStack).map(({ id }) => id)).toEqual(['follow'])
})

test('a command whose facts are missing is declined and does nothing', async () => {
  const scope = fork()
  await allSettled(registry.registered, { scope, params: allCommands })
  const declined: unknown[] = []
  const stop = registry.commandDeclined.watch((one) => declined.push(one))
  await allSettled(registry.commandInvoked, { scope, params: { id: 'entry:star', source: 'test' } })
  stop()
  expect(declined).toEqual([
    {
      id: 'entry:star',
      source: 'test',
      why: 'unavailable',
      missing: [{ kind: 'key', key: 'entry', negated: false }],
    },
  ])
})

test('Escape leaves a screen for the place in the reader that one came from', async () => {
  const { scope } = await startReader()
  await allSettled(registry.registered, { scope, params: allCommands })
  const shown: string[] = []
  createWatch({ unit: screenRequested, scope, fn: ({ path }) => void shown.push(path) })
  await allSettled(navigationRequested, { scope, params: { view: 2 } })
  const [bound] = boundKeys(allCommands, {}).filter(
    ({ keys, where }) => keys === 'Escape' && where?.includes('sub-layer'),
  )
  expect(bound?.command.id).toBe('layout:leave-screen')
  await allSettled(registry.commandInvoked, {
    scope,
    params: { id: 'layout:leave-screen', source: 'keyboard' },
  })
  expect(shown).toEqual([toPath(scope.getState($location))])
})

test.each(['settings:open', 'go:settings'])('%s opens the settings, and closes them again', async (id) => {
  const { scope } = await startReader()
  await allSettled(registry.registered, { scope, params: allCommands })
  const shown: string[] = []
  createWatch({ unit: screenRequested, scope, fn: ({ path }) => void shown.push(path) })
  const press = () => allSettled(registry.commandInvoked, { scope, params: { id, source: 'keyboard' } })
  await press()
  await allSettled(screenChanged, { scope, params: '/settings/general' })
  await allSettled(screenCovered, { scope, params: '/discover?q=tea' })
  await press()
  expect(shown).toEqual(['/settings', '/discover?q=tea'])
})

test('keys act on no list that another screen hides', () => {
  const areas = new Map(boundKeys(allCommands, {}).map(({ keys, where }) => [keys, where]))
  for (const keys of ['$mod+Shift+a', '$mod+o', 'm', 's', 'u'])
    expect(areas.get(keys), keys).not.toContain('sub-layer')
  for (const keys of ['$mod+Shift+a', '$mod+o', 'm', 's', 'u']) expect(areas.get(keys), keys).not.toBeNull()
})

test('Tab ends at the last view, and the views have keys of their own', () => {
  const bound = boundKeys(allCommands, {}).filter(
    ({ command }) => command.id === 'subscription:switch-tab-to-next',
  )
  expect(bound.map(({ keys, when }) => [keys, when])).toEqual([
    ['Tab', 'paneFocused && nextView'],
    ['Shift+l', undefined],
  ])
})

test('no default key begins with a digit, which counts', () => {
  expect(boundKeys(allCommands, {}).filter(takesDigit)).toEqual([])
})

test('each chord that browsers keep for themselves has a second key', () => {
  const reserved = [
    '$mod+n',
    '$mod+t',
    '$mod+w',
    '$mod+Shift+a',
    '$mod+Shift+b',
    '$mod+Shift+c',
    '$mod+Shift+t',
  ]
  const bound = boundKeys(allCommands, {})
  const ids = new Set(bound.filter(({ keys }) => reserved.includes(keys)).map(({ command }) => command.id))
  expect(ids.size).toBeGreaterThan(3)
  for (const id of ids) {
    const keys = bound.filter(({ command }) => command.id === id).map((one) => one.keys)
    expect(
      keys.some((one) => !one.includes('$mod')),
      id,
    ).toBe(true)
  }
})

test('the first and the last row, and pages, have keys in the list, the tree and the entry', () => {
  const bound = boundKeys(allCommands, {})
  for (const area of ['timeline', 'subscription-list', 'entry-render'])
    for (const keys of ['Home', 'End', 'PageUp', 'PageDown', 'g g', 'Shift+g'])
      expect(
        bound.some((one) => one.keys === keys && one.where?.includes(area)),
        `${area} ${keys}`,
      ).toBe(true)
})

test.each(presets.map((preset) => [preset.id, preset] as const))(
  'the preset %s names known commands, and no key of it hides a sequence',
  (_, { rules }) => {
    const ids = new Set(allCommands.map(({ id }) => id))
    expect(rules.filter(({ command }) => command !== null && !ids.has(command))).toEqual([])
    const clashes = findClashes(boundKeys(allCommands, {}, rules)).filter(({ is }) => is === 'prefix')
    expect(clashes.map(({ a, b }) => `${a.command.id} ${a.keys} / ${b.command.id} ${b.keys}`)).toEqual([])
  },
)

test('the newest subscription is one key away', async () => {
  const server = createFakeServer()
  for (const id of ['1', '2']) server.follow(id)
  const { scope } = await startReader({ server })
  await allSettled(registry.registered, { scope, params: allCommands })
  const params = {
    url: 'https://example.org/new.xml',
    view: 0,
    category: null,
    title: null,
    isPrivate: false,
  } as const
  await allSettled(followRequested, { scope, params })
  const followed = [...server.follows.keys()].at(-1)
  await allSettled(registry.commandInvoked, {
    scope,
    params: { id: 'go:newest-subscription', source: 'keyboard' },
  })
  expect(scope.getState($location).source).toEqual({ kind: 'feed', id: followed })
})

test('g and a place by keys gives the keys to the list, also from the tree', async () => {
  const { scope } = await startReader()
  await allSettled(registry.registered, { scope, params: allCommands })
  const requested: string[] = []
  createWatch({ unit: focusRequested, scope, fn: (pane) => void requested.push(pane) })
  const run = (id: string, source: 'keyboard' | 'palette' | 'button') =>
    allSettled(registry.commandInvoked, { scope, params: { id, source } })
  await run('go:all', 'keyboard')
  await run('go:stars', 'palette')
  await run('go:stars', 'button')
  expect(requested).toEqual(['timeline', 'timeline'])
})

test('renaming begins with the title of the subscription that was chosen', async () => {
  const server = createFakeServer()
  for (const id of ['1', '2']) server.follow(id)
  const { scope } = await startReader({ server })
  const rename = allCommands.find(({ id }) => id === 'subscription:rename')
  const initial = rename?.args?.find(({ name }) => name === 'title')?.initial
  const titles = ['1', '2'].map((id) => initial && scope.getState(initial)({ subscriptions: [`feed/${id}`] }))
  expect(titles[0]).not.toBe(titles[1])
  expect(titles).toEqual(['1', '2'].map((id) => scope.getState($feeds).get(id)?.title))
})

test('the keys of zen mode, which are those of redo, say that there is nothing to redo', async () => {
  const reader = await startReader({ server: createFakeServer() })
  const { scope } = reader
  await allSettled(registry.registered, { scope, params: allCommands })
  await allSettled(followRequested, { scope, params: { url: 'https://example.org/feed', view: 0 } })
  const shown: string[] = []
  createWatch({ unit: infoNotified, scope, fn: ({ key }) => void shown.push(key) })
  const toggle = (source: 'keyboard' | 'palette') =>
    allSettled(registry.commandInvoked, { scope, params: { id: 'layout:toggle-zen-mode', source } })
  for (const source of ['keyboard', 'palette'] as const) {
    await toggle(source)
    await toggle(source)
  }
  expect(shown.filter((key) => key.startsWith('app:panes'))).toEqual([
    'app:panes.zenNotRedo',
    'app:panes.zen',
  ])
})

test('Escape leaves zen mode from each pane, and entering it says so', async () => {
  const { scope } = await startReader()
  await allSettled(registry.registered, { scope, params: allCommands })
  const shown: string[] = []
  createWatch({ unit: infoNotified, scope, fn: ({ key }) => void shown.push(key) })
  const bound = boundKeys(allCommands, {}).filter(({ keys }) => keys === 'Escape')
  const onEscape = (area: string) => {
    const values = scope.getState(context.$contextKeys)
    return bound.flatMap(({ command, where, when }) =>
      where?.includes(area) && (!when || evaluate(parseExpression(when), values)) ? [command.id] : [],
    )
  }
  expect(onEscape('entry-render')).toEqual(['layout:focus-to-timeline'])
  await allSettled(registry.commandInvoked, {
    scope,
    params: { id: 'layout:toggle-zen-mode', source: 'keyboard' },
  })
  expect(shown).toEqual(['app:panes.zen'])
  for (const pane of panes) expect(onEscape(pane)).toEqual(['layout:toggle-zen-mode'])
  const dismissed: string[] = []
  createWatch({ unit: notificationsDismissed, scope, fn: (ids) => void dismissed.push(...ids) })
  await allSettled(registry.commandInvoked, {
    scope,
    params: { id: 'layout:toggle-zen-mode', source: 'keyboard' },
  })
  expect(dismissed).toEqual([notificationIdOf('layout:toggle-zen-mode')])
})

test('of the subscriptions whose fetching is explained, those that fail come first with their reason', async () => {
  const server = createFakeServer()
  for (const id of ['1', '2']) server.follow(id)
  const { scope } = await startReader({ server })
  await allSettled(feeds.received, {
    scope,
    params: {
      2: {
        type: 'feed',
        id: '2',
        url: 'https://example.org/2.xml',
        title: 'Second',
        errorAt: '2026-01-15T12:00:00.000Z',
        errorMessage: 'HTTP 500',
      },
    },
  })
  const [argument] = allCommands.find(({ id }) => id === 'subscription:why-failing')?.args ?? []
  const choices = argument?.choices && scope.getState(argument.choices)({})
  expect(choices?.map(({ value }) => value)).toEqual(['feed/2', 'feed/1'])
  expect(choices?.[0]?.detail).toBe('HTTP 500')
})

test.each([
  ['layout:toggle-subscription-column', ['subscriptionsOff', 'subscriptionsOn']],
  ['layout:toggle-wide-mode', ['wideOn', 'wideOff']],
  ['layout:toggle-zen-mode', ['zenOn', 'zenOff']],
  ['timeline:unread-only', ['unreadOnlyOff', 'unreadOnlyOn']],
  ['entry:ability', ['readerViewOn', 'readerViewOff']],
])('%s is named by what it will do', async (id, titles) => {
  const { scope } = await startReader()
  const command = allCommands.find((one) => one.id === id)
  const titleNow = () => command?.currentTitle && scope.getState(command.currentTitle)?.key
  await allSettled(registry.registered, { scope, params: command ? [{ ...command, needs: undefined }] : [] })
  for (const title of [...titles, titles[0]]) {
    expect(titleNow()).toBe(`app:toggles.${title}`)
    await allSettled(registry.commandInvoked, { scope, params: { id, source: 'palette' } })
  }
})
