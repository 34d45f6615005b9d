import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { definePlugin, z } from '../../plugin-api/manifest.ts'
import { connectOrigins, environmentOf } from './environment.ts'

const define = (names: readonly string[], connect: `connect:${string}`[] = []) =>
  definePlugin({
    id: 'shelf',
    version: '1.0.0',
    api: '1.3',
    enabledBy: 'on',
    settings: z.object({ on: z.boolean().default(false) }),
    secrets: [],
    permissions: connect,
    browserEnvironment: z.object(
      Object.fromEntries(names.map((name) => [name, z.union([z.literal(''), z.url()]).default('')])),
    ),
  })
const shelf = define(['SHELF_HOST', 'SHELF_OTHER'], ['connect:SHELF_HOST'])

test('a plugin is told its variables and no others, and nothing where none is set', () => {
  const env = { SHELF_HOST: 'https://shelf.example/path', SECRET: 'x' }
  expect(environmentOf(shelf, env)).toEqual({ SHELF_HOST: 'https://shelf.example/path', SHELF_OTHER: '' })
  expect(environmentOf(shelf, { SECRET: 'x' })).toBeNull()
})

test('a variable is read from the file that NAME_FILE names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-variables-'))
  const file = join(folder, 'host')
  writeFileSync(file, 'https://shelf.example/path\n')
  const env = { SHELF_HOST_FILE: file }
  expect(environmentOf(shelf, env)).toEqual({ SHELF_HOST: 'https://shelf.example/path', SHELF_OTHER: '' })
  expect(connectOrigins([shelf], env)).toEqual(['https://shelf.example'])
  rmSync(folder, { recursive: true })
})

test('a wrong variable is named', () => {
  expect(() => environmentOf(shelf, { SHELF_HOST: 'shelf' })).toThrow(/SHELF_HOST/)
})

test('browsers may reach the origin of a set address that a permission names', () => {
  const env = { SHELF_HOST: 'https://key@shelf.example/path', SHELF_OTHER: 'https://other.example' }
  expect(connectOrigins([shelf, shelf], env)).toEqual(['https://shelf.example'])
  expect(connectOrigins([shelf], {})).toEqual([])
})

test('a manifest names only variables that begin with its id', () => {
  expect(() => define(['HOST'])).toThrow('HOST does not begin with SHELF_')
  expect(() => define(['SHELF_HOST'], ['connect:SHELF_URL'])).toThrow('names no variable')
})
