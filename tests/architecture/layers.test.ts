import { describe, expect, test } from 'vitest'
import { files, imports } from './imports.ts'

/**
 * Allowed imports between modules: downward only (design, section 1). The longest matching module applies.
 * A module may always import itself.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'src/core': [],
  'src/contract': ['src/core'],
  'src/api': ['src/core', 'src/contract'],
  'src/cli': ['src/core', 'src/contract', 'src/api', 'src/cli/registry', 'locales'],
  'src/cli/registry': [
    'src/core',
    'src/contract',
    'src/api',
    'src/local',
    'src/model',
    'src/palette',
    'src/plugin-api/manifest.ts',
    'src/server/plugins/load-manifests.ts',
    'src/cli',
    'commands',
    'locales',
  ],
  'src/local': ['src/core', 'src/contract', 'src/local/worker'],
  'src/local/worker': [
    'src/core',
    'src/contract',
    'migrations/local',
    'src/local/calls.ts',
    'src/local/call-rules.ts',
  ],
  'src/model': ['src/core', 'src/contract', 'src/api', 'src/local'],
  commands: ['src/core', 'src/contract', 'src/model'],
  'src/ui': ['src/core'],
  'src/features': ['src/core', 'src/contract', 'src/model', 'src/ui'],
  'src/palette': ['src/core', 'src/contract', 'src/model', 'src/ui'],
  'src/plugin-api': ['src/core', 'src/contract', 'src/model', 'src/ui'],
  'src/plugin-host': [
    'src/features',
    'src/core',
    'src/contract',
    'src/api',
    'src/model',
    'src/ui',
    'src/plugin-api',
    'plugins',
  ],
  'src/startup': ['src/core', 'src/contract', 'src/local', 'src/model'],
  'src/app': [
    'src/startup',
    'src/core',
    'src/contract',
    'src/api',
    'src/local',
    'src/model',
    'src/ui',
    'src/features',
    'src/palette',
    'src/plugin-host',
    'commands',
    'locales',
  ],
  'src/server': [
    'src/core',
    'src/contract',
    'src/cli',
    'src/plugin-api/server.ts',
    'src/plugin-api/manifest.ts',
    'src/plugin-api/shared-manifest.ts',
    'migrations/server',
    'locales',
  ],
  'src/tools': [
    'src/core',
    'src/contract',
    'src/server',
    'src/plugin-api/version.ts',
    // The packer for authors refuses what the reader does.
    'src/plugin-api/shared-manifest.ts',
    'tests/support',
    'tests/bench',
  ],
  plugins: ['src/plugin-api'],
  migrations: [],
}

const modules = Object.keys(allowed).toSorted((a, b) => b.length - a.length)
const within = (path: string, location: string) => path === location || path.startsWith(`${location}/`)
const moduleOf = (path: string) => modules.find((module) => within(path, module))
const inside = imports.filter(({ to }) => /^(src|commands|plugins|migrations|locales|tests)\//.test(to))

describe('the layers', () => {
  test('the scanner read all files', () => {
    expect(files.length).toBeGreaterThan(150)
    expect(inside.length).toBeGreaterThan(300)
    for (const module of modules)
      expect(files.filter((file) => within(file, module)).length, module).toBeGreaterThan(0)
  })

  test('every file belongs to a module of the table', () => {
    expect(files.filter((file) => !moduleOf(file))).toEqual([])
  })

  test('imports run downward only', () => {
    const wrong = inside.filter(({ from, to }) => {
      const module = moduleOf(from)
      if (!module) return true
      if (within(to, module) && moduleOf(to) === module) return false
      return !allowed[module]?.some(
        (location) =>
          within(to, location) && (moduleOf(to) === moduleOf(`${location}/x`) || location.endsWith('.ts')),
      )
    })
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  test('no module imports a plugin, and no plugin imports another', () => {
    const wrong = inside.filter(({ from, to }) => {
      if (!within(to, 'plugins')) return false
      return from.split('/').slice(0, 2).join('/') !== to.split('/').slice(0, 2).join('/')
    })
    expect(wrong).toEqual([])
  })

  test('the halves of the program meet in the contract only', () => {
    const browser = /^src\/(api|local|model|ui|features|palette|plugin-host|app)\//
    expect(inside.filter(({ from, to }) => browser.test(from) && within(to, 'src/server'))).toEqual([])
    expect(inside.filter(({ from, to }) => within(from, 'src/server') && browser.test(to))).toEqual([])
  })

  test('no files import one another in a circle', () => {
    const next = Map.groupBy(inside, ({ from }) => from)
    const done = new Set<string>()
    const circles: string[] = []
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) return void circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      if (done.has(file)) return
      for (const { to } of next.get(file) ?? []) visit(to, [...path, file])
      done.add(file)
    }
    for (const file of files) visit(file, [])
    expect(circles).toEqual([])
  })
})
