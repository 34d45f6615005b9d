/** What must not compile for those who write plugins: `tsc` fails where one of these lines is no error any more. */
import { expect, expectTypeOf, test } from 'vitest'
import { defineClient, type ClientHost, type CommandContext, type SandboxClientHost } from './client.ts'
import { defineServer } from './server.ts'
import {
  commandCall,
  defineCalls,
  definePlugin,
  saveCall,
  z,
  type Manifest,
  type Permission,
} from './manifest.ts'

const calls = defineCalls({
  greet: { input: z.object({ loud: z.boolean() }), output: z.object({ name: z.string() }) },
})

const guest = {
  id: 'guest',
  version: '1.0.0',
  api: '1.14',
  enabledBy: 'on',
  settings: z.object({ on: z.boolean().default(false) }),
  secrets: [],
  permissions: [],
}

/** Compiled, never run. */
const mistakes: readonly ((host: ClientHost & Manifest) => unknown)[] = [
  // @ts-expect-error a command has a title
  ({ command }) => command({ id: 'guest:go', run: () => undefined }),
  // @ts-expect-error it is shown as a message, which has a key
  ({ command }) => command({ id: 'guest:go', title: 'go', run: () => 'done' }),
  // @ts-expect-error there are three kinds
  ({ command }) => command({ id: 'guest:go', title: 'go', kind: 'dangerous', run: () => undefined }),
  ({ command }) =>
    // @ts-expect-error there may be no entry
    command({ id: 'guest:go', title: 'go', run: ({ entry }) => ({ key: entry.title ?? '' }) }),
  ({ command }) =>
    // @ts-expect-error only `needs: 'entry'` says that there is one
    command({ id: 'guest:go', title: 'go', needs: 'entryUrl', run: ({ entry }) => ({ key: entry.id }) }),
  ({ command }) =>
    // @ts-expect-error an entry cannot be changed
    command({ id: 'guest:go', title: 'go', run: ({ entry }) => void (entry && (entry.read = true)) }),
  // @ts-expect-error the input is the one of the contract
  ({ call }) => call(calls.greet)({ loud: 'very' }),
  // @ts-expect-error so is the output
  async ({ call }) => (await call(calls.greet)({ loud: true })).age,
  // @ts-expect-error there is no such call
  ({ call }) => call(calls.leave),
  // @ts-expect-error a store of the reader is read, not written
  ({ reader }) => reader.$view.on(reader.translationBesideToggled, () => 1),
  // @ts-expect-error props of a dialog fit its schema
  ({ dialog }) => dialog({ id: 'tip', props: tip, load: noPart })({ amount: '1' }),
  // @ts-expect-error a panel is a component or data
  ({ entryPanel }) => entryPanel({ html: '<p>Hello</p>' }),
  // @ts-expect-error a dialog of a plugin from elsewhere is data, not a component
  (host: SandboxClientHost) => host.dialog({ id: 'tip', title: 'tip', load: noPart }),
  // @ts-expect-error so are its panels
  (host: SandboxClientHost) => host.entryPanel({ load: noPart }),
  // @ts-expect-error what it saves needs is an expression
  (host: SandboxClientHost) => host.saves({ needs: ['entry'] }),
  // @ts-expect-error it saves an entry by `entryId`
  () => defineServer(({ answer }) => answer({ ...saveCall, name: 'save' }, async ({ id }) => ({ url: id }))),
  // @ts-expect-error a choice of a condition has choices
  () => definePlugin({ ...guest, conditions: { kind: { type: 'choice' } } }),
  // @ts-expect-error there are four kinds of conditions
  () => definePlugin({ ...guest, conditions: { when: { type: 'date' } } }),
  // @ts-expect-error a condition answers for each entry
  () => defineServer(({ condition }) => condition('kind', async () => true)),
  () =>
    defineServer(({ condition }) =>
      // @ts-expect-error an entry of a rule has no id yet
      condition('kind', async ({ entries }) => entries.map(({ id }) => id !== '')),
    ),
  // @ts-expect-error a number is not entered for an action
  () => definePlugin({ ...guest, actions: [{ name: 'rate', operand: { type: 'number' } }] }),
  // @ts-expect-error an action with an operand has a name
  () => definePlugin({ ...guest, actions: [{ operand: { type: 'text' } }] }),
  // @ts-expect-error nothing may have been entered
  () => defineServer(({ action }) => action('tag', async ({ operand }) => ({ starred: operand.length > 0 }))),
  // @ts-expect-error there are four scopes
  () => definePlugin({ ...guest, commands: [{ id: 'guest:go', title: 'go', call: 'go', scope: 'admin' }] }),
  // @ts-expect-error a command of the manifest has a scope
  () => definePlugin({ ...guest, commands: [{ id: 'guest:go', title: 'go', call: 'go' }] }),
  // @ts-expect-error it calls the server half
  () => definePlugin({ ...guest, commands: [{ id: 'guest:go', title: 'go', scope: 'read' }] }),
  // @ts-expect-error what it returns is a message, which has a key
  () => defineServer(({ answer }) => answer({ ...commandCall, name: 'go' }, async () => ({ words: 'done' }))),
  // @ts-expect-error a search has a heading
  ({ searchSource }) => searchSource({ id: 'shelf', search: () => [] }),
  // @ts-expect-error a row of it opens something
  ({ searchSource }) => searchSource({ id: 'shelf', title: 'shelf', search: () => [{ title: 'A book' }] }),
  // @ts-expect-error a status is a key with values, not a text
  ({ statusItem, reader }) => statusItem({ id: 'language', $state: reader.$language }),
  // @ts-expect-error a theme is light or dark
  ({ theme }) => theme({ id: 'paper', title: 'paper', tokens: {} }),
  // @ts-expect-error it sets tokens of the design
  ({ theme }) => theme({ id: 'paper', title: 'paper', mode: 'light', tokens: { font: 'Georgia' } }),
  // @ts-expect-error a job runs at an interval
  () => definePlugin({ ...manifest, jobs: { tidy: {} } }),
  // @ts-expect-error an exported file has a name
  ({ exportFormat }) => exportFormat({ id: 'list', title: 'list', ways: [], write: async () => 'text' }),
  // @ts-expect-error no plugin may delete entries
  () => definePlugin({ ...manifest, permissions: ['entries:delete'] }),
  // @ts-expect-error settings are a schema
  () => definePlugin({ ...manifest, settings: { on: false } }),
]
const tip = z.object({ amount: z.number() })
const noPart = async () => ({ default: () => null })
const manifest = {
  id: 'guest',
  version: '1.0.0',
  api: '1.3',
  enabledBy: 'on',
  settings: z.object({ on: z.boolean().default(false) }),
  secrets: [],
  permissions: [],
} satisfies Manifest

test('mistakes of authors do not compile', () => {
  expect(mistakes.length).toBeGreaterThan(10)
})

test('a command that needs an entry has one', () => {
  defineClient(({ command }) => {
    const run = { id: 'guest:go', title: 'go' }
    command({ ...run, needs: 'entry', run: ({ entry }) => ({ key: entry.id }) })
    command({ ...run, needs: 'entry && entryUrl', run: ({ entry }) => ({ key: entry.id }) })
  })
  expectTypeOf<CommandContext['entry']>().toBeNullable()
})

test('a half that asks for more than a host gives is no browser half', () => {
  expectTypeOf(defineClient).parameter(0).parameter(0).toEqualTypeOf<ClientHost>()
  expectTypeOf<(host: { command: number }) => void>().not.toExtend<Parameters<typeof defineClient>[0]>()
})

test('a plugin from elsewhere has a part of the host, without what cannot be sent to a worker', () => {
  expectTypeOf<ClientHost>().toExtend<Omit<SandboxClientHost, 'call'>>()
  expectTypeOf<SandboxClientHost['call']>().toBeCallableWith(calls.greet)
  expectTypeOf<SandboxClientHost['statusItem']>().toEqualTypeOf<ClientHost['statusItem']>()
  expectTypeOf<SandboxClientHost['saves']>().toEqualTypeOf<ClientHost['saves']>()
  expectTypeOf<keyof SandboxClientHost & ('translations' | 'texts' | 'wire')>().toBeNever()
  expectTypeOf<'net:example.com'>().toExtend<Permission>()
  expectTypeOf<'entries:delete'>().not.toExtend<Permission>()
})
