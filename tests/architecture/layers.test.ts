import { describe, expect, test } from 'vitest'
import { files, imports } from './imports.ts'

/**
 * Who may use whom: imports run downward only (design, section 1). The longest matching room holds.
 * A room may always use itself.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'src/core': [],
  'src/contract': ['src/core'],
  'src/api': ['src/core', 'src/contract'],
  'src/local': ['src/core', 'src/contract', 'src/local/worker'],
  'src/local/worker': ['src/core', 'src/contract', 'migrations/local', 'src/local/calls.ts'],
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
  'src/startup': ['src/core', 'src/local', 'src/model'],
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
    'src/plugin-api/server.ts',
    'src/plugin-api/manifest.ts',
    'migrations/server',
    'locales',
  ],
  'src/tools': ['src/core', 'src/contract', 'src/server', 'tests/support', 'tests/bench'],
  plugins: ['src/plugin-api'],
  migrations: [],
}

const rooms = Object.keys(allowed).toSorted((a, b) => b.length - a.length)
const within = (path: string, location: string) => path === location || path.startsWith(`${location}/`)
const roomOf = (path: string) => rooms.find((room) => within(path, room))
const inside = imports.filter(({ to }) => /^(src|commands|plugins|migrations|locales|tests)\//.test(to))

describe('the layers', () => {
  test('the scanner saw the house and not a handful of files', () => {
    expect(files.length).toBeGreaterThan(150)
    expect(inside.length).toBeGreaterThan(300)
    for (const room of rooms)
      expect(files.filter((file) => within(file, room)).length, room).toBeGreaterThan(0)
  })

  test('every file stands in a room that the table knows', () => {
    expect(files.filter((file) => !roomOf(file))).toEqual([])
  })

  test('imports run downward only', () => {
    const wrong = inside.filter(({ from, to }) => {
      const room = roomOf(from)
      if (!room) return true
      if (within(to, room) && roomOf(to) === room) return false
      return !allowed[room]?.some(
        (location) =>
          within(to, location) && (roomOf(to) === roomOf(`${location}/x`) || location.endsWith('.ts')),
      )
    })
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  test('nothing in the house names a plugin, and no plugin names another', () => {
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
