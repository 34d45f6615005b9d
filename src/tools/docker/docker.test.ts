/** What can be checked of the image without building it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../../server/config.ts'
import { builtInPlugins, loadManifests } from '../../server/plugins/load-manifests.ts'

const top = join(import.meta.dirname, '../../..')
const text = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

const filesIn = (folder: string): string[] =>
  readdirSync(join(top, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))

test('every file that the image starts or copies by name is there', () => {
  const named = [...`${text('Dockerfile')}${text('compose.yaml')}`.matchAll(/(?:\.\/)?(src\/[\w./-]+)/g)]
  const paths = [...new Set(named.map(([, path]) => path ?? ''))]
  expect(paths).toEqual(expect.arrayContaining(['src/server/main.ts', 'src/server/worker.ts']))
  expect(paths.filter((path) => !existsSync(join(top, path)))).toEqual([])
  for (const copied of ['package.json', 'package-lock.json', '.npmrc'])
    expect(existsSync(join(top, copied)), copied).toBe(true)
})

/** The settings that compose passes on, with their defaults. */
function composeDefaults(): Readonly<Record<string, string>> {
  const lines = [...text('compose.yaml').matchAll(/^    ([A-Z_]+): \$\{(\w+):-(.*)\}$/gm)]
  expect(lines.filter(([, name, input]) => name !== input)).toEqual([])
  return Object.fromEntries(lines.map(([, name = '', , value = '']) => [name, value]))
}

test('every setting of the server can be passed to compose, which changes none by itself', () => {
  const defaults = composeDefaults()
  const plain = readConfig({})
  expect(readConfig({ ...defaults, TRUSTED_PROXIES: '' })).toEqual(plain)
  expect(text('compose.yaml')).toContain(`gateway: ${defaults['TRUSTED_PROXIES']}`)
  // Set by the image or compose (the image listens on a port), and addresses of captcha services.
  const others = /^(HOST|PORT|SOCKET|DATA_DIR|DATABASE_URL|CAPTCHA_\w+_(VERIFY|SCRIPT)_URL)$/
  expect(Object.keys(plain).filter((name) => !others.test(name) && !(name in defaults))).toEqual([])
})

test('so can every setting of the built-in plugins', async () => {
  const defaults = composeDefaults()
  const manifests = await loadManifests(builtInPlugins, (id) => expect.unreachable(id))
  const schemas = manifests.flatMap((manifest) => [
    manifest.environment ?? z.object({}),
    manifest.browserEnvironment ?? z.object({}),
  ])
  for (const schema of schemas) expect(schema.parse(defaults)).toEqual(schema.parse({}))
  const names = schemas.flatMap((schema) => Object.keys(schema.shape))
  const some = { tts: 'TTS_URL', telemetry: 'TELEMETRY_SENTRY_DSN' }
  const there = Object.entries(some).filter(([plugin]) => manifests.some(({ id }) => id === plugin))
  expect(names).toEqual(expect.arrayContaining(there.map(([, name]) => name)))
  expect(names.filter((name) => !(name in defaults))).toEqual([])
})

test('the server runs without what is only there for developing', () => {
  const manifest = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const files = ['src/server', 'src/core', 'src/contract', 'src/plugin-api', 'migrations/server', 'plugins']
    .flatMap(filesIn)
    .filter((file) => !/(\/client|\.d|\.sample)\.ts$/.test(file))
  expect(files.length).toBeGreaterThan(150)
  const packages = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^'"]*?from '([^'.][^']*)'/gms)].map(
      ([, from = '']) => (from.startsWith('@') ? from.split('/').slice(0, 2).join('/') : from.split('/')[0]),
    ),
  )
  const known = new Set([...Object.keys(manifest.dependencies), ...builtinModules])
  const missing = [...new Set(packages)].filter(
    (name) => name !== undefined && !name.startsWith('node:') && !known.has(name),
  )
  expect(missing).toEqual([])
})
