import { expect, test } from 'vitest'
import { codeOf, parseBundle } from '../contract/plugin-bundle.ts'
import { definePlugin, z, type Manifest } from './manifest.ts'
import { manifestOf } from './shared-manifest.ts'

const bundleWith = (more: object) =>
  JSON.stringify({
    format: 'lectern-plugin-1',
    manifest: {
      id: 'guest',
      version: '1.0.0',
      api: '1.3',
      enabledBy: 'on',
      settings: { on: { type: 'boolean', default: false } },
      permissions: [],
      ...more,
    },
    locales: { en: { name: 'Guest' } },
    client: '',
  })

test('a plugin from elsewhere has the permissions that were granted', () => {
  const bundle = parseBundle(bundleWith({ permissions: ['entries:read', 'net:example.com'] }))
  expect(bundle && manifestOf(bundle.manifest, ['entries:read']).permissions).toEqual(['entries:read'])
})

test.each(['activity', 'connect:GUEST_HOST', 'connect:TELEMETRY_SENTRY_DSN', 'power', 'net:{url}'])(
  'a bundle that asks for %s is not readable',
  (permission) => {
    expect(parseBundle(bundleWith({ permissions: [permission] }))).toBeNull()
  },
)

test.each([
  ['a text', { url: { type: 'string', default: '' } }, [], true],
  ['a switch', { url: { type: 'boolean', default: false } }, [], false],
  ['a choice', { url: { type: 'choice', default: 'a', choices: ['a'] } }, [], false],
  ['a secret', {}, ['url'], false],
  ['nothing', {}, [], false],
])(
  'a bundle can ask for the host of an address in a setting of its own: %s',
  (_, settings, secrets, isReadable) => {
    const on = { type: 'boolean', default: false }
    const bundle = bundleWith({ permissions: ['net:{url}'], settings: { on, ...settings }, secrets })
    expect(parseBundle(bundle) !== null).toBe(isReadable)
  },
)

test('the host of an address in a setting is granted by its name alone, to the plugin that asks for that setting', () => {
  const settings = {
    on: { type: 'boolean', default: false },
    url: { type: 'string', default: '' },
    urls: { type: 'string', default: '' },
  }
  const bundle = parseBundle(bundleWith({ permissions: ['net:{url}'], settings }))
  const granted = (...grants: string[]) => bundle && manifestOf(bundle.manifest, grants).permissions
  expect(granted('net:{url}=a.example:8080')).toEqual(['net:{url}=a.example:8080'])
  expect(granted('net:{url}', 'net:{urls}=a.example', 'net:a.example', 'net:{url}')).toEqual([])
})

test.each([
  [['pin'], true],
  [['pin', { name: 'tag', operand: { type: 'text', maxLength: 5 } }], true],
  [[{ name: 'move', operand: { type: 'choice', choices: ['a', 'b'] } }], true],
  [[{ name: 'move', operand: { type: 'choice', choices: [] } }], false],
  [[{ name: 'rate', operand: { type: 'number' } }], false],
  [[{ name: 'tag', operand: { type: 'text', maxLength: 5000 } }], false],
  [[{ name: 'tag' }], false],
])('a bundle names actions, with what is entered for them: %j', (actions, isReadable) => {
  const bundle = parseBundle(bundleWith({ permissions: ['entries:change'], actions }))
  expect(bundle && manifestOf(bundle.manifest, ['entries:change']).actions).toEqual(
    isReadable ? actions : null,
  )
})

const go = { id: 'guest:go', title: 'go', keywords: 'goKeywords', call: 'go', scope: 'manage' } as const

test('a bundle names commands for other programs, which need no grant', () => {
  const bundle = parseBundle(bundleWith({ commands: [go] }))
  expect(bundle && manifestOf(bundle.manifest, []).commands).toEqual([go])
})

test.each([
  { ...go, scope: 'admin' },
  { ...go, scope: undefined },
  { ...go, call: undefined },
])('a bundle with the command %j is not readable', (command) => {
  expect(parseBundle(bundleWith({ commands: [command] }))).toBeNull()
})

test.each([
  [
    [{ ...go, id: 'entry:star' }],
    'the id of a command is guest: and a name of a-z, digits and dashes: entry:star',
  ],
  [
    [{ ...go, id: 'guest:Go on' }],
    'the id of a command is guest: and a name of a-z, digits and dashes: guest:Go on',
  ],
  [
    [{ ...go, id: 'guests:go' }],
    'the id of a command is guest: and a name of a-z, digits and dashes: guests:go',
  ],
  [[go, { ...go, call: 'other' }], 'two commands are called guest:go'],
  [[go, { ...go, id: 'guest:again', scope: 'read' }], 'two commands call go'],
  [[{ ...go, title: '' }], 'the command guest:go has no title'],
  [[{ ...go, call: '../go' }], 'the command guest:go names no call of the server half: ../go'],
  [[{ ...go, call: 'save' }], 'the command guest:go calls save, which takes an entry'],
  [
    Array.from({ length: 21 }, (_, at) => ({ ...go, id: `guest:go-${at}`, call: `go${at}` })),
    'more than 20 commands',
  ],
])('the commands %j are refused in words', (commands, words) => {
  const bundle = parseBundle(bundleWith({ commands }))
  expect(() => bundle && manifestOf(bundle.manifest, [])).toThrow(`Plugin guest: ${words}`)
})

test('a scope that there is not is refused in words', () => {
  const commands = [{ ...go, scope: 'admin' as 'manage' }]
  expect(() => definePlugin({ ...guest, commands })).toThrow(
    'Plugin guest: the scope of the command guest:go is one of read, mark, save, manage: admin',
  )
})
const guest: Manifest = {
  id: 'guest',
  version: '1.0.0',
  api: '1.14',
  enabledBy: 'on',
  settings: z.object({ on: z.boolean().default(false) }),
  secrets: [],
  permissions: [],
}

test('a plugin from elsewhere reads no variable of the server, whatever its bundle names', () => {
  const names = { GUEST_HOST: { type: 'string', default: '' } }
  const bundle = parseBundle(bundleWith({ environment: names, browserEnvironment: names }))
  const manifest = bundle && manifestOf(bundle.manifest, ['activity', 'connect:GUEST_HOST'])
  expect(manifest).toMatchObject({ id: 'guest', permissions: [] })
  expect(manifest).not.toHaveProperty('environment')
  expect(manifest).not.toHaveProperty('browserEnvironment')
})

test('the style sheets of a plugin from elsewhere come with their permission alone, and are of a bounded length', () => {
  const styles = { content: 'p { color: red }' }
  const bundle = parseBundle(bundleWith({ permissions: ['styles'], styles }))
  expect(bundle && manifestOf(bundle.manifest, ['styles']).styles).toEqual(styles)
  expect(bundle && manifestOf(bundle.manifest, [])).not.toHaveProperty('styles')
  expect(bundle && codeOf(bundle)).toContain(styles.content)
  const silent = parseBundle(bundleWith({ styles }))
  expect(() => silent && manifestOf(silent.manifest, ['styles'])).toThrow('styles need the permission styles')
  const huge = { content: 'p { color: red }'.repeat(1300) }
  expect(parseBundle(bundleWith({ permissions: ['styles'], styles: huge }))).toBeNull()
})

test('a bundle declares what its code adds, and what runs it', () => {
  const contributes = { command: [{ id: 'guest:go', title: 'go' }] }
  const bundle = parseBundle(bundleWith({ contributes, activation: ['entryOpened', 'setting:on'] }))
  expect(bundle && manifestOf(bundle.manifest, [])).toMatchObject({
    contributes,
    activation: ['entryOpened', 'setting:on'],
  })
})

test.each(['player', 'always', 'setting:'])(
  'a bundle whose code is to run by %s is not readable',
  (activation) => {
    expect(parseBundle(bundleWith({ activation: [activation] }))).toBeNull()
  },
)

test('no setting runs code that there is not', () => {
  const bundle = parseBundle(bundleWith({ activation: ['setting:other'] }))
  expect(() => bundle && manifestOf(bundle.manifest, [])).toThrow(
    'activation names no setting: setting:other',
  )
})
