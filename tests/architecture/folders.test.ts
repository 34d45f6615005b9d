import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { top } from './imports.ts'

const folders = (path: string) =>
  readdirSync(join(top, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(path, entry.name))

const modules = [
  ...folders('src'),
  ...folders('src/server'),
  ...folders('plugins'),
  'commands',
  'migrations',
  'locales',
  'tests',
]

test('every module has a README', () => {
  expect(modules.length).toBeGreaterThan(25)
  const bare = modules.filter((module) => !existsSync(join(top, module, 'README.md')))
  expect(bare).toEqual([])
  const tooShort = modules.filter(
    (module) =>
      readFileSync(join(top, module, 'README.md'), 'utf8')
        .trim()
        .split('\n').length < 4,
  )
  expect(tooShort).toEqual([])
})

test('the top level holds what the design names and nothing else', () => {
  const known = new Set(
    [
      'package.json package-lock.json vite.config.ts tsconfig.json README.md LICENSE CONTRIBUTING.md',
      'src plugins commands migrations locales public tests',
      '.ci .git .gitignore .npmrc .editorconfig .oxlintrc.json .oxfmtrc.json',
      'node_modules dist data test-results .bench',
    ].flatMap((line) => line.split(' ')),
  )
  expect(readdirSync(top).filter((name) => !known.has(name))).toEqual([])
})

test('the lockfile names no host, and has an entry for every optional package it requires', () => {
  const lock = readFileSync(join(top, 'package-lock.json'), 'utf8')
  expect(lock).not.toContain('"resolved"')
  const packages = (
    JSON.parse(lock) as { packages: Record<string, { optionalDependencies?: Record<string, string> }> }
  ).packages
  const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
  const missing = Object.values(packages).flatMap((one) =>
    Object.keys(one.optionalDependencies ?? {}).filter((name) => !names.has(name)),
  )
  expect(missing).toEqual([])
})

test('every version in package.json is exact', () => {
  const manifest = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >
  const ranges = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}).filter(
      ([, version]) => !/^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+$/.test(version),
    ),
  )
  expect(ranges).toEqual([])
})
