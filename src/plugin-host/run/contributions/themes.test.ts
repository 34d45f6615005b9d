import { allSettled, type Scope } from 'effector'
import { describe, expect, test } from 'vitest'
import { registry } from '../../../model/app/index.ts'
import {
  $appliedThemes,
  $colorThemes,
  $isThemeMissing,
  settingChanged,
} from '../../../model/settings/index.ts'
import { defineClient, type ClientHost, type PluginTheme } from '../../../plugin-api/client.ts'
import { pluginSettingChanged } from '../../settings/plugin-states.ts'
import { $running } from '../plugins.ts'
import { readerWith } from '../../sandbox/testing.ts'

/** The example of the API's documentation. */
const paper = ({ theme }: ClientHost) =>
  theme({
    id: 'paper',
    title: 'paper',
    mode: 'light',
    tokens: { 'surface-reading': '#fbf5e6', 'surface-list': '#f6eeda', ink: '#3b3228' },
  })
const choose = (scope: Scope, key: 'colorThemeLight' | 'colorThemeDark', value: string) =>
  allSettled(settingChanged, { scope, params: { tab: 'appearance', key, value } })

describe.each([
  ['built in', false],
  ['in a sandbox', true],
])('a plugin %s', (_, sandboxed) => {
  test('offers a theme, which applies when it is chosen, until the plugin is switched off', async () => {
    const { scope } = await readerWith(defineClient(paper), sandboxed)
    expect(scope.getState($colorThemes)).toEqual([
      {
        id: 'guest/paper',
        titleKey: 'guest:paper',
        mode: 'light',
        tokens: { 'surface-reading': '#fbf5e6', 'surface-list': '#f6eeda', ink: '#3b3228' },
      },
    ])
    expect(scope.getState($appliedThemes)).toEqual([])
    await choose(scope, 'colorThemeLight', 'guest/paper')
    expect(scope.getState($appliedThemes)).toEqual(scope.getState($colorThemes))
    await allSettled(pluginSettingChanged, { scope, params: { id: 'guest', values: { on: false } } })
    expect(scope.getState($appliedThemes)).toEqual([])
    expect(scope.getState($isThemeMissing)).toBe(true)
    // It is still chosen.
    await allSettled(pluginSettingChanged, { scope, params: { id: 'guest', values: { on: true } } })
    expect(scope.getState($appliedThemes)).toHaveLength(1)
  })

  test('does not apply a theme in the other mode', async () => {
    const { scope } = await readerWith(defineClient(paper), sandboxed)
    await choose(scope, 'colorThemeDark', 'guest/paper')
    expect(scope.getState($appliedThemes)).toEqual([])
  })

  test.each<[string, object]>([
    ['a value that loads something', { tokens: { ink: 'url(https://spy.example/)' } }],
    ['a value that ends its declaration', { tokens: { ink: '#fff; } * { display: none' } }],
    ['a variable', { tokens: { ink: 'var(--danger)' } }],
    ['a value with a function inside', { tokens: { ink: 'rgb(calc(1) 2 3)' } }],
    ['a token that is no colour', { tokens: { 'bar-height': '#000' } }],
    ['a name that leaves its declaration', { tokens: { 'ink: red; --x': '#000' } }],
    ['another mode', { mode: 'sepia' }],
    ['text that cannot be read', { tokens: { ink: '#888', 'surface-reading': '#fff' } }],
    ['text too light for the surfaces of the reader', { tokens: { 'ink-muted': '#aaaaaa' } }],
    ['an id with a space', { id: 'a b' }],
  ])('with %s in its theme does not start, and is named', async (__, change) => {
    const wrong = { id: 'paper', title: 'paper', mode: 'light', tokens: {}, ...change }
    const { scope, notifications } = await readerWith(
      defineClient(({ theme }) => theme(wrong as PluginTheme)),
      sandboxed,
    )
    expect(scope.getState($running).size).toBe(0)
    expect(scope.getState($colorThemes)).toEqual([])
    expect(notifications).toMatchObject([
      { values: { plugin: 'guest' }, reason: expect.stringContaining('A theme is wrong at ') },
    ])
  })
})

test('the command on themes offers those of its mode beside the reader’s own, and chooses one', async () => {
  const { scope } = await readerWith(defineClient(paper), false)
  const optionsOf = (mode: string) => {
    const [argument] = scope.getState(registry.$commands).get(`settings:change-${mode}-theme`)?.args ?? []
    const $choices = argument?.type === 'enum' ? argument.choices : undefined
    return (
      $choices &&
      scope
        .getState($choices)({})
        .map(({ value }) => value)
    )
  }
  await allSettled(registry.registered, {
    scope,
    params: (await import('../../../../commands/settings.ts')).settingsCommands,
  })
  expect(optionsOf('light')).toEqual(['default', 'guest/paper'])
  expect(optionsOf('dark')).toEqual(['default'])
  await allSettled(registry.commandInvoked, {
    scope,
    params: { id: 'settings:change-light-theme', source: 'test', args: { theme: 'guest/paper' } },
  })
  expect(scope.getState($appliedThemes)).toHaveLength(1)
})
