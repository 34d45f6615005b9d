import { expect, test } from 'vitest'
import { defineClient, type ClientHost } from './client.ts'
import { definePlugin, z } from './manifest.ts'
import { pluginFaults, registrationsOf } from './testing.ts'

const manifest = definePlugin({
  id: 'guest',
  version: '1.0.0',
  api: '1.3',
  enabledBy: 'on',
  settings: z.object({ on: z.boolean().default(false) }),
  secrets: [],
  permissions: [],
})
const en = {
  name: 'Guest',
  description: 'A guest.',
  settings: { on: 'Use it', onHint: 'It is used while it is on.' },
  go: 'Go',
}
const faultsOf = (start: (host: ClientHost) => void, locales: Record<string, unknown> = { en }) =>
  pluginFaults({ manifest, client: defineClient(start), locales })

const go = { id: 'guest:go', title: 'go', run: () => undefined }

test('a plugin that keeps the rules has no fault', () => {
  expect(
    faultsOf(({ command, toolbarItem }) => {
      command(go)
      toolbarItem({ command: 'guest:go', group: 'more', icon: 'plugin' })
    }),
  ).toEqual([])
})

test('texts that a language lacks are named', () => {
  expect(faultsOf(({ command }) => command(go), { en, ja: { ...en, go: undefined, settings: {} } })).toEqual([
    'ja has no text settings.on',
    'ja has no text settings.onHint',
    'ja has no text go',
  ])
})

test('the texts of every kind are looked for, those of its parts, too', () => {
  const faults = faultsOf(({ feedSource, exportFormat }) => {
    feedSource({ id: 'shelf', title: 'shelf', find: () => [] })
    const ways = [{ value: 'all', title: 'wholeList' }]
    exportFormat({ id: 'list', title: 'list', hint: 'listHint', ways, write: async () => file })
  })
  const keys = ['shelf', 'list', 'listHint', 'wholeList']
  expect(faults).toEqual(keys.map((key) => `en has no text ${key}`))
})
const file = { name: 'list.txt', text: '' }

test('settings need a name, a hint and the names of their choices, and so do those of the reader and secrets', () => {
  const faults = pluginFaults({
    manifest: definePlugin({
      ...manifest,
      settings: z.object({
        on: z.boolean().default(false),
        strength: z.enum(['light', 'medium']).default('light'),
      }),
      readerSettings: z.object({ translationMode: z.enum(['bilingual', 'translation-only']) }),
      secrets: ['token'],
    }),
    client: defineClient(() => {}),
    locales: {
      en: {
        ...en,
        settings: {
          ...en.settings,
          strength: 'Strength',
          strengthHint: 'How much of a word.',
          strengthChoices: { light: 'Light' },
          translationMode: 'Mode',
          translationModeHint: 'How it stands.',
        },
      },
    },
  })
  expect(faults).toEqual([
    'en has no text settings.strengthChoices.medium',
    'en has no text settings.translationModeChoices.bilingual',
    'en has no text settings.translationModeChoices.translation-only',
    'en has no text settings.token',
    'en has no text settings.tokenHint',
  ])
})

test('what the host offers for a permission needs it', () => {
  const start = ({ contentTransform, storage, activity }: ClientHost) => {
    contentTransform({ title: 'shout', transform: (html) => html.toUpperCase() })
    void storage.read()
    activity.happened.watch(() => {})
  }
  expect(faultsOf(start)).toEqual([
    'It uses contentTransform, and has no permission entries:read',
    'It uses storage, and has no permission storage',
    'It uses activity, and has no permission activity',
    'en has no text shout',
  ])
  const permitted = definePlugin({ ...manifest, permissions: ['entries:read', 'storage', 'activity'] })
  const client = defineClient(start)
  expect(pluginFaults({ manifest: permitted, client, locales: { en: { ...en, shout: 'Shout' } } })).toEqual(
    [],
  )
  const [transform] = registrationsOf(permitted, client).contentTransforms
  expect(transform).toMatchObject({ title: 'shout' })
})

test('an icon that there is not is named', () => {
  const faults = faultsOf(({ command, toolbarItem }) => {
    // As from JavaScript, where no compiler names it.
    command({ ...go, icon: 'sparkle' as 'summary' })
    toolbarItem({ command: 'guest:go', group: 'more', icon: 'bookmark' as 'save' })
  })
  expect(faults).toEqual(['There is no icon sparkle', 'There is no icon bookmark'])
})

test('what has no effect is named: a column without its permission, a menu of entries for no entry, a section without a heading', () => {
  const faults = faultsOf(({ command, listColumn, entryPanel }) => {
    command({ ...go, inEntryMenu: true })
    listColumn({ id: 'one', title: 'go', width: 3, cellsOf: () => [] })
    entryPanel({ place: 'below', title: 'related', load: async () => ({ default: () => null }) })
  })
  expect(faults).toEqual([
    'It uses listColumn, and has no permission entries:read',
    'guest:go stands in the menu of entries, and its target is not entries',
    'en has no text related',
  ])
})

test('a sentence that is still in English is named, and a name is not', () => {
  const ja = { name: 'Guest', description: 'It greets you at the door.', settings: en.settings, go: '行く' }
  const english = { ...en, description: 'It greets you at the door.' }
  expect(faultsOf(({ command }) => command(go), { en: english, ja })).toEqual([
    'ja has the English text description',
    'ja has the English text settings.onHint',
  ])
})

test('conditions of rules need their permission and texts', () => {
  const kind = { type: 'choice', choices: ['new', 'old'] } as const
  const faults = pluginFaults({
    manifest: { ...manifest, conditions: { kind, long: { type: 'boolean' } } },
    client: defineClient(() => {}),
    locales: { en: { ...en, conditions: { kind: 'Kind' }, conditionChoices: { kind: { new: 'New' } } } },
  })
  expect(faults).toEqual([
    'It names conditions of rules, and has no permission entries:read',
    'en has no text conditionChoices.kind.old',
    'en has no text conditions.long',
  ])
})

test('commands of the manifest need texts, and an id that no other command has', () => {
  const commands = [
    { id: 'guest:go', title: 'go', keywords: 'goKeywords', call: 'go', scope: 'read' },
    { id: 'guest:leave', title: 'leave', call: 'leave', scope: 'save' },
  ] as const
  const start = ({ command, toolbarItem }: ClientHost) => {
    command(go)
    toolbarItem({ command: 'guest:leave', group: 'more', icon: 'plugin' })
  }
  const faults = pluginFaults({
    manifest: { ...manifest, commands },
    client: defineClient(start),
    locales: { en },
  })
  expect(faults).toEqual([
    'Two commands are called guest:go',
    'en has no text goKeywords',
    'en has no text leave',
  ])
})

test('actions of rules need their permission, and texts for what is entered', () => {
  const kind = { type: 'choice', choices: ['new', 'old'] } as const
  const faults = pluginFaults({
    manifest: {
      ...manifest,
      actions: ['pin', { name: 'tag', operand: { type: 'text' } }, { name: 'move', operand: kind }],
    },
    client: defineClient(() => {}),
    locales: {
      en: {
        ...en,
        actions: { pin: 'Pin it', tag: 'Tag it', move: 'Move it' },
        actionOperands: { move: 'Where' },
        actionChoices: { move: { new: 'New' } },
      },
    },
  })
  expect(faults).toEqual([
    'It names actions of rules, and has no permission entries:change',
    'en has no text actionOperands.tag',
    'en has no text actionChoices.move.old',
  ])
  expect(() =>
    definePlugin({ ...manifest, actions: ['pin', { name: 'pin', operand: { type: 'text' } }] }),
  ).toThrow('two actions are called pin')
})

test('a command of another group, one that is there twice, and a button without one are named', () => {
  const faults = faultsOf(({ command, toolbarItem }) => {
    command({ ...go, id: 'other:go' })
    command(go)
    command(go)
    toolbarItem({ command: 'guest:gone', group: 'main', icon: 'plugin' })
  })
  expect(faults).toEqual([
    'The command other:go does not begin with guest:',
    'Two commands are called guest:go',
    'A button runs guest:gone, which is no command',
  ])
})

test('a plugin that throws while it starts, while it stops, or adds a screen elsewhere does not start', () => {
  const load = async () => ({ default: () => null })
  const mistake = () => {
    throw new Error('a mistake')
  }
  expect(faultsOf(mistake)).toEqual(['It does not start: a mistake'])
  expect(faultsOf(({ onStop }) => onStop(mistake))).toEqual(['It does not start: a mistake'])
  expect(faultsOf(({ screen }) => void screen({ path: '/settings', title: 'go', load }))).toEqual([
    'It does not start: /settings is not below /guest',
  ])
})

test('what a plugin registers can be looked at, and its functions run', async () => {
  const client = defineClient(({ command, reader }) => {
    command({ ...go, run: ({ entry }) => ({ key: entry ? 'go' : 'name' }) })
    reader.$open.watch(() => {})
  })
  const [command] = registrationsOf(manifest, client).commands
  const context = { entry: null, entries: [], feed: null, selection: '', args: {}, count: 1, settings: {} }
  expect(await command?.run(context)).toEqual({ key: 'name' })
})

test.each([
  ['does not add', () => {}, ['The manifest declares command guest:go, which the code does not add']],
  [
    'adds otherwise',
    ({ command }: ClientHost) => command({ ...go, kind: 'view', needs: 'entry' }),
    ['The code adds command guest:go with another kind than the manifest'],
  ],
  ['adds', ({ command }: ClientHost) => command({ ...go, kind: 'dialog' }), []],
])('what a manifest declares and the code %s is named', (_, start, faults) => {
  const declaring = {
    ...manifest,
    contributes: { command: [{ id: 'guest:go', title: 'go', kind: 'dialog' }] },
  } as const
  expect(pluginFaults({ manifest: declaring, client: defineClient(start), locales: { en } })).toEqual(faults)
})

test('a plugin without code is what its manifest declares', () => {
  const saving = { ...manifest, permissions: ['entries:save'], contributes: { saves: [{}] } } as const
  expect(registrationsOf(saving).saves).toBe(true)
  expect(pluginFaults({ manifest: saving, locales: { en } })).toEqual(['en has no text save'])
})
