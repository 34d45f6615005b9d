import { allSettled, fork } from 'effector'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import app from '../../../locales/en/app.json' with { type: 'json' }
import { memoryLocal } from '../../local/memory-local.ts'
import { $features } from '../../features/registry.ts'
import { registry } from '../../model/app/index.ts'
import { $services, type Services } from '../../model/services.ts'
import type { PluginBundle } from '../../contract/plugin-bundle.ts'
import { manifestOf } from '../../plugin-api/shared-manifest.ts'
import type { ClientHalf } from '../../plugin-api/client.ts'
import { builtInPlugins } from '../run/catalogue.ts'
import { PluginError } from '../sandbox/plugin-error.ts'
import type { loadClient } from '../sandbox/load-client.ts'
import {
  $draft,
  $manifestFault,
  bundleOf,
  draftChanged,
  draftRequested,
  draftReset,
  example,
  manifestFault,
} from './draft.ts'
import { $draftRunning, $loadClient, $problem, runRequested, stopRequested } from './run-draft.ts'

beforeAll(() => void i18next.init({ lng: 'en', resources: { en: { app } } }))

/** Runs the code in this process instead of a frame. `never starts` stands for code that hangs. */
const inProcess: typeof loadClient = (code, { signal }) => {
  if (code === 'never starts')
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
  const fault = /^throw on line (\d+)$/.exec(code)
  if (fault) return Promise.reject(new PluginError('x is not defined', Number(fault[1])))
  let client: ClientHalf = { start: () => {} }
  new Function('lectern', code)({ start: (half: ClientHalf) => void (client = half) })
  return Promise.resolve(client)
}

function workshop(stored = new Map<string, string>()) {
  const timers: (() => void)[] = []
  const services = {
    api: {},
    local: memoryLocal(),
    newId: () => 'id',
    clock: {
      now: () => 0,
      after: (_: number, fire: () => void) => {
        timers.push(fire)
        return () => void timers.splice(timers.indexOf(fire), 1)
      },
    },
    platform: { selectedText: () => '' },
    storage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    },
  } as unknown as Services
  const scope = fork({
    values: [
      [$services, services],
      [$loadClient, inProcess],
    ],
  })
  const commands = () => [...scope.getState(registry.$commands).keys()]
  return {
    scope,
    stored,
    commands,
    type: (code: string) => allSettled(draftChanged, { scope, params: { code } }),
    /** Typing has stopped for a while. */
    async pause() {
      for (const fire of timers.splice(0)) fire()
      await allSettled(scope)
    },
    run: () => allSettled(runRequested, { scope }),
    stop: () => allSettled(stopRequested, { scope }),
    draft: (change: Partial<typeof example>) => allSettled(draftChanged, { scope, params: change }),
    problem: () => scope.getState($problem),
  }
}

const command = (id: string) =>
  `lectern.start({ start(host) { host.command({ id: '${id}', title: 'count', run: () => {} }) } })`

test('the example runs, and leaves no command and no panel when it is stopped', async () => {
  const { run, stop, commands, scope } = workshop()
  await run()
  expect(commands()).toEqual(['word-count:count'])
  expect(scope.getState($features).map(({ id }) => id)).toEqual(['word-count'])
  expect(scope.getState($draftRunning)?.feature.entryPanels).toHaveLength(1)
  await stop()
  expect(commands()).toEqual([])
  expect(scope.getState($features)).toEqual([])
})

test('what is typed runs when typing stops, in place of what ran before', async () => {
  const { run, type, pause, commands } = workshop()
  await type(command('word-count:before'))
  await pause()
  expect(commands()).toEqual([])
  await run()
  await type('lectern.start({')
  await type(command('word-count:after'))
  expect(commands()).toEqual(['word-count:before'])
  await pause()
  expect(commands()).toEqual(['word-count:after'])
})

test('code that hangs gives way to what is typed after it', async () => {
  const { run, type, pause, commands, problem } = workshop()
  await type('never starts')
  // Neither ends before the plugin does.
  void run()
  void type(command('word-count:works'))
  await pause()
  expect(commands()).toEqual(['word-count:works'])
  expect(problem()).toBeNull()
})
test('an error is shown with its line until the code is changed', async () => {
  const { run, type, pause, problem, commands } = workshop()
  await type('throw on line 4')
  await run()
  expect(problem()).toEqual({ message: 'x is not defined', line: 4 })
  await type(command('word-count:works'))
  await pause()
  expect(problem()).toBeNull()
  expect(commands()).toEqual(['word-count:works'])
})

test('an error of JavaScript in the start of the plugin stops it, and is shown', async () => {
  const { run, type, problem, commands } = workshop()
  await type('lectern.start({ start(host) { host.nothing() } })')
  await run()
  expect(problem()).toEqual({ message: 'host.nothing is not a function', line: null })
  expect(commands()).toEqual([])
})

test.each([
  [{ id: 'Word count' }, 'id'],
  [{ id: 'app' }, 'id'],
  [{ id: builtInPlugins[0]?.id }, 'id'],
  [{ name: ' ' }, 'name'],
  [{ hosts: 'https://example.com/path' }, 'hosts'],
  [{ texts: '{' }, 'texts'],
  [{ texts: '{ "en": "Count" }' }, 'texts'],
])('a draft with %j does not run, and the field is named', async (change, field) => {
  const { run, draft, problem, commands } = workshop()
  await draft(change)
  await run()
  expect(problem()).toEqual({ field })
  expect(commands()).toEqual([])
})

test('the text is there again after a reload, and the example when the user begins again', async () => {
  const first = workshop()
  await allSettled(draftRequested, { scope: first.scope })
  await first.type('mine')
  const second = workshop(first.stored)
  await allSettled(draftRequested, { scope: second.scope })
  expect(second.scope.getState($draft).code).toBe('mine')
  await allSettled(draftReset, { scope: second.scope })
  expect(second.scope.getState($draft)).toEqual(example)
})

test('the bundle has the draft’s texts, its name in each language, and its permissions', () => {
  const bundle = bundleOf({ ...example, name: 'Words', hosts: 'a.example, b.example:8080' })
  expect(bundle).toMatchObject({
    manifest: { permissions: ['entries:read', 'net:a.example', 'net:b.example:8080'] },
    locales: {
      en: { name: 'Words', count: 'Count the words' },
      ja: { name: 'Words', count: '単語を数える' },
    },
  })
})

test('the bundle has the draft’s CSS, with its permission, and its part on the server', () => {
  const draft = { ...example, contentStyles: 'p { color: red }', server: 'lectern.start({ start() {} })' }
  expect(bundleOf(draft)).toBe('styles')
  const bundle = bundleOf({ ...draft, permissions: ['styles'] })
  expect(bundle).toMatchObject({
    manifest: { permissions: ['styles'], styles: { content: 'p { color: red }' } },
    server: 'lectern.start({ start() {} })',
  })
  expect(bundleOf({ ...draft, permissions: ['styles'], partStyles: 'x'.repeat(20_001) })).toBe('styles')
  expect(bundleOf(example)).not.toHaveProperty('server')
  expect(bundleOf(example)).not.toHaveProperty('manifest.styles')
})

test('a draft from before the fields of CSS is read', async () => {
  const { contentStyles: _, partStyles: __, server: ___, ...before } = { ...example, name: 'Old' }
  const { scope } = workshop(new Map([['plugin-draft', JSON.stringify(before)]]))
  await allSettled(draftRequested, { scope })
  expect(scope.getState($draft)).toMatchObject({ name: 'Old', contentStyles: '', server: '' })
})

const whole = {
  version: '2.1.0',
  settings: { endpoint: { type: 'string', default: '' }, often: { type: 'boolean', default: false } },
  secrets: ['token'],
  fields: ['endpoint', 'token', 'often'],
  jobs: { tidy: { everyMinutes: 60 } },
  commands: [{ id: 'word-count:send', title: 'count', call: 'send', scope: 'save' }],
  events: ['starred'],
}

test('a draft is a whole plugin: version, settings, secrets, jobs, commands and events', () => {
  const draft = {
    ...example,
    permissions: ['jobs', 'events'],
    hosts: '{endpoint}',
    server: 'lectern.start({ start() {} })',
    manifest: JSON.stringify(whole),
    texts: '{ "en": { "count": "Send", "settings": { "endpoint": "Address" } } }',
  }
  const bundle = bundleOf(draft)
  expect(bundle).toMatchObject({
    manifest: {
      ...whole,
      id: 'word-count',
      settings: { ...whole.settings, enabled: { type: 'boolean', default: false } },
      permissions: ['jobs', 'events', 'net:{endpoint}'],
    },
    locales: { en: { settings: { endpoint: 'Address', enabled: 'Word count' } } },
  })
  const manifest = manifestOf((bundle as PluginBundle).manifest, draft.permissions)
  expect(manifest).toMatchObject({ secrets: ['token'], jobs: whole.jobs, commands: whole.commands })
})

test.each([
  ['no JSON', 'JSON'],
  [JSON.stringify({ settings: 'many' }), 'settings'],
  [JSON.stringify({ settings: { a: { type: 'colour' } } }), 'settings.a'],
  [JSON.stringify({ jobs: { tidy: { everyMinutes: 1 } } }), 'the job tidy runs every 15 to 10080 minutes'],
  [JSON.stringify({ commands: [{ ...whole.commands[0], id: 'other:send' }] }), 'word-count:'],
  [JSON.stringify({ fields: ['nothing'] }), 'fields names no setting or secret: nothing'],
])('the manifest %s is refused with its reason', async (text, reason) => {
  const draft = { ...example, permissions: ['jobs'], manifest: text }
  expect(bundleOf(draft)).toBe('manifest')
  expect(manifestFault(draft)).toContain(reason)
  const { draft: write, run, problem } = workshop()
  await write(draft)
  await run()
  expect(problem()).toEqual({ field: 'manifest' })
})

test('what a manifest says of its id, its permissions and its switch is written elsewhere', () => {
  const manifest = JSON.stringify({
    id: 'power',
    permissions: ['entries:change'],
    enabledBy: 'a',
    api: '1.0',
  })
  expect(bundleOf({ ...example, manifest })).toMatchObject({
    manifest: { id: 'word-count', permissions: ['entries:read'], enabledBy: 'enabled', api: '1.0' },
  })
})

test('a draft from before has no manifest of its own, and is a plugin as it was', async () => {
  const { manifest: _, ...before } = example
  const { scope } = workshop(new Map([['plugin-draft', JSON.stringify(before)]]))
  expect(bundleOf({ ...example, manifest: '{}' })).toMatchObject({ manifest: { version: '1.0.0' } })
  expect(scope.getState($manifestFault)).toBeNull()
})
