import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parseBundle } from '../../contract/plugin-bundle.ts'
import { cataloguePayload, signedCatalogue } from '../../contract/plugin-catalogue.ts'
import { bin } from '../step.ts'
import { buildPackage } from './build-package.ts'

const manifest = {
  id: 'lamp',
  version: '1.0.0',
  api: '1.20',
  enabledBy: 'on',
  settings: { on: { type: 'boolean', default: false }, name: { type: 'string', default: 'Lamp' } },
  secrets: ['token'],
  permissions: ['entries:read', 'net:lamp.example'],
}
const client = `/// <reference types="@lectern/plugin/client" />
lectern.start({
  start({ command, listColumn, $settings }) {
    let name = ''
    $settings.watch((settings) => (name = String(settings['name'])))
    command({ id: 'lamp:greet', title: 'greet', run: () => ({ key: 'greeting', values: { name } }) })
    listColumn({
      id: 'letters',
      title: 'letters',
      width: 3,
      cellsOf: (entries) => entries.map(({ title }) => ({ text: { key: 'count', values: { count: title?.length ?? 0 } } })),
    })
  },
})
`
const server = `/// <reference types="@lectern/plugin/server" />
lectern.start({
  start(host) {
    host.answer('save', async ({ entryId }, { entry, fetch, secret, values }) => {
      const { required, succeeded } = lectern.saving
      const token = required(secret('token'), 'Lamp', 'token')
      const { entry: saved } = await entry(entryId)
      succeeded(await fetch('https://lamp.example/', { method: 'POST', body: lectern.form({ title: saved.title ?? '', token }) }), 'Lamp')
      await values.set('last', entryId)
      return {}
    })
  },
})
`
const ownTest = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callServer, pluginIn, startClient } from '@lectern/plugin/testing'

const plugin = pluginIn('.')
test('the browser half greets and has a column', async () => {
  const { added, run } = startClient(plugin, { settings: { name: 'Ada' } })
  assert.deepEqual(await run('lamp:greet'), { key: 'greeting', values: { name: 'Ada' } })
  assert.equal(added.listColumn[0].cellsOf([{ title: 'four' }])[0].text.values.count, 4)
})
test('the server half saves, and refuses in words', async () => {
  const bodies = []
  const host = { entry: ({ id }) => ({ entry: { title: id + '!' } }), fetch: ({ body }) => (bodies.push(body), { status: 200, headers: {}, text: '' }) }
  await callServer(plugin, 'save', { entryId: '7' }, { secrets: { token: 'x' }, host })
  assert.deepEqual(bodies, ['title=7%21&token=x'])
  await assert.rejects(callServer(plugin, 'save', { entryId: '7' }, { host }), ({ text }) => text.key === 'outside.missing')
})
`
const files: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'lamp', private: true, type: 'module' }),
  'manifest.json': JSON.stringify(manifest),
  'locales/en.json': JSON.stringify({
    name: 'Lamp',
    description: 'Light.',
    greeting: 'Hello',
    count: '{{count}}',
  }),
  'client.js': client,
  'server.js': server,
  'lamp.test.js': ownTest,
}

const HELPERS = `/// <reference types="@lectern/plugin/server" />
import { callServer, startClient } from '@lectern/plugin/testing'
`

/** As strict as an author would have it. */
const CHECKED = (
  '--noEmit --checkJs --allowJs --strict --target es2024 --module esnext --moduleResolution bundler ' +
  '--allowImportingTsExtensions --skipLibCheck'
).split(' ')
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-author-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const file = await buildPackage(folder)
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', file])
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (command: string, parameters: readonly string[]): string =>
  execFileSync(command, parameters, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
const plugin = (...parameters: readonly string[]) =>
  run(process.execPath, [join(folder, 'node_modules/@lectern/plugin/command.js'), ...parameters])
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

test('an author packs a plugin without a network, and its own tests run both halves', () => {
  expect(Object.keys(JSON.parse(read('package-lock.json')).packages as object)).toHaveLength(2)
  expect(plugin('pack')).toContain('lamp.json')
  expect(parseBundle(read('lamp.json'))).toMatchObject({ manifest: { id: 'lamp' }, client, server })
  expect(run(process.execPath, ['--test', 'lamp.test.js'])).toContain('pass 2')
})

test('both halves are checked by the types of the API', () => {
  const check = (file: string) => run(bin('tsc'), [...CHECKED, file])
  check('client.js')
  check('server.js')
  writeFileSync(join(folder, 'wrong.js'), client.replace("title: 'greet'", 'title: 5'))
  expect(() => check('wrong.js')).toThrow(/Command failed/)
})

test('tests of both halves are checked by the types of the API, none of which is loose', () => {
  const file = (text: string) => writeFileSync(join(folder, 'checked.ts'), `${HELPERS}${text}`)
  const check = () => run(bin('tsc'), [...CHECKED, 'checked.ts'])
  file(`
const { added, run } = startClient({ client: '' }, { host: { entries: async () => [] } })
const title: string | undefined = added.command?.[0]?.title
const cells = added.listColumn?.[0]?.cellsOf
const refused: { readonly key: string } | undefined | void = await run('lamp:greet', { entries: [] })
await callServer({ server: '' }, 'save', {}, { host: { fetch: ({ url }) => ({ status: url.length, headers: {}, text: '' }) } })
const tokenOf = ({ values }: import('@lectern/plugin/server').Caller) => values.get('token')
export { title, cells, refused, tokenOf }
`)
  expect(check()).toBe('')
  for (const wrong of [
    `startClient({ client: '' }, { host: { entries: async () => 5 } })`,
    `startClient({ client: '' }).added.command?.[0]?.titel`,
    `callServer({ server: '' }, 'save', {}, { host: { entry: () => 5 } })`,
    `callServer({ server: '' }, 'save', {}, { host: { fetch: () => ({ status: '200', headers: {}, text: '' }) } })`,
    `lectern.start({ start({ answer }) { answer('save', async (input) => input.nothing) } })`,
    `lectern.start({ start({ event }) { event('sneezed', async () => {}) } })`,
  ]) {
    file(wrong)
    expect(check, wrong).toThrow(/Command failed/)
  }
})

test('the package holds what authors use, and nothing of the reader', () => {
  expect(
    readdirSync(join(folder, 'node_modules/@lectern/plugin'))
      .filter((name) => !name.startsWith('shared-'))
      .toSorted(),
  ).toEqual([
    'LICENSE',
    'README.md',
    'client.d.ts',
    'command.js',
    'package.json',
    'server.d.ts',
    'testing.d.ts',
    'testing.js',
    'types',
  ])
})

test('a folder with a mistake is refused with its file', () => {
  const broken = mkdtempSync(join(tmpdir(), 'lectern-broken-'))
  onTestFinished(() => rmSync(broken, { recursive: true }))
  expect(() => plugin('pack', broken)).toThrow(/There is no manifest.json/)
  mkdirSync(join(broken, 'locales'))
  writeFileSync(join(broken, 'locales/en.json'), '{}')
  const pack = (mistake: object) => () => {
    writeFileSync(join(broken, 'manifest.json'), JSON.stringify({ ...manifest, ...mistake }))
    return plugin('pack', broken)
  }
  for (const [mistake, words] of [
    [{ permissions: ['everything'] }, /manifest.permissions.0 does not fit: .*entries:read.*history:read/],
    [{ permissions: ['net:{adress}'] }, /manifest.permissions does not fit: net:\{SETTING\} names a setting/],
    [{ enabledBy: 'off' }, /manifest.enabledBy does not fit: it names a setting of the type boolean/],
    [{ requires: ['key'] }, /Plugin lamp: requires names no setting or secret: key/],
  ] as const)
    expect(pack(mistake)).toThrow(words)
})

test('a catalogue is signed, lists what the scan found, and counts on', () => {
  const sign = () =>
    plugin('catalogue', 'lamp.json', '--key', 'key.pem', '--name', 'Lamps', '--base', 'https://lamp.example/')
  const payload = () =>
    cataloguePayload.parse(JSON.parse(signedCatalogue.parse(JSON.parse(read('catalogue.json'))).payload))
  sign()
  expect(payload()).toMatchObject({
    sequence: 1,
    plugins: [
      {
        id: 'lamp',
        versions: [
          {
            address: 'https://lamp.example/lamp.json',
            findings: [{ kind: 'hosts', names: ['lamp.example'] }],
          },
        ],
      },
    ],
  })
  sign()
  expect(payload().sequence).toBe(2)
})

test('while it is written the newest text is served', async () => {
  const command = join(folder, 'node_modules/@lectern/plugin/command.js')
  const child = spawn(process.execPath, [command, 'watch', '--port', '0'], { cwd: folder })
  onTestFinished(() => void child.kill())
  const lines: string[] = []
  child.stdout.on('data', (data: Buffer) => void lines.push(String(data)))
  await expect.poll(() => lines.join('')).toMatch(/http:\S+lamp\.json/)
  const address = /http:\S+/.exec(lines.join(''))?.[0] ?? ''
  const served = async () => (await (await fetch(address)).json()) as { client: string }
  expect((await served()).client).toBe(client)
  writeFileSync(join(folder, 'client.js'), `${client}// newer\n`)
  await expect.poll(async () => (await served()).client).toContain('newer')
})
