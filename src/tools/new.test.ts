import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { root } from './step.ts'

const copy = mkdtempSync(join(tmpdir(), 'lectern-new-'))
for (const folder of ['src', 'locales', 'package.json'])
  cpSync(join(root, folder), join(copy, folder), { recursive: true })
afterAll(() => rmSync(copy, { recursive: true }))

const read = (file: string) => readFileSync(join(copy, file), 'utf8')
const create = (kind: string, name: string) =>
  execFileSync(process.execPath, [join(copy, 'src/tools/new.ts'), kind, name], { encoding: 'utf8' })
    .trim()
    .split('\n')

test('a new feature has its folder, its line among the features and its title', () => {
  const files = create('feature', 'reading-goals')
  expect(files.every((file) => existsSync(join(copy, file)))).toBe(true)
  expect(read('src/features/index.ts')).toContain("import { readingGoals } from './reading-goals/feature.ts'")
  expect(read('src/features/index.ts')).toMatch(/allFeatures.*\[\s+readingGoals,/)
  expect(JSON.parse(read('locales/en/app.json')).readingGoals.title).toBe('Reading goals')
})

test('a new call of a new resource has its path, schema and handler, and joins their tables', () => {
  create('call', 'notes.create')
  expect(read('src/contract/paths.ts')).toContain("'notes.create': ['POST', '/notes/create']")
  expect(read('src/contract/token-scopes.ts')).toContain("'notes.create': null,")
  expect(read('src/contract/calls.ts')).toContain('...notesCalls')
  expect(read('src/contract/notes.ts')).toContain("'notes.create': {")
  expect(read('src/server/routes/index.ts')).toContain('...notesRoutes')
  expect(read('src/server/routes/notes.ts')).toContain("'notes.create': async")
})

test('a new call of a known resource joins its files', () => {
  create('call', 'feeds.pauseAll')
  expect(read('src/contract/feeds.ts')).toContain("'feeds.pauseAll': {")
  expect(read('src/server/routes/feeds.ts')).toContain("'feeds.pauseAll': async")
})

test('an existing or invalid name is refused with a message', () => {
  expect(() => create('feature', 'timeline')).toThrow('exists already')
  expect(() => create('call', 'Feeds')).toThrow('resource.verb')
})
