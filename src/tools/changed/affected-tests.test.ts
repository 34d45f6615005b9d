import { existsSync, globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../step.ts'
import { chooseTests, textReaders } from './affected-tests.ts'

const many = Array.from({ length: 60 }, (_, index) => `src/server/accounts/${index}.test.ts`)
const byImport = (affected: readonly string[], changed: readonly string[]) =>
  chooseTests(affected, changed).files.filter((file) => !(file in textReaders))

test('all tests that load a change are chosen, wherever they stand', () => {
  const affected = ['src/features/timeline/entry-row.test.tsx', 'src/app/screens.test.tsx']
  expect(byImport(affected, ['src/features/timeline/entry-row.tsx'])).toEqual(affected.toSorted())
})

test('of very many those beside the change are, and it says so', () => {
  const beside = ['src/server/routes/feeds.test.ts', 'src/server/routes/feeds/pause.test.ts']
  expect(byImport([...many, ...beside], ['src/server/routes/feeds.ts'])).toEqual(beside)
  expect(chooseTests([...many, ...beside], ['src/server/routes/feeds.ts']).summary).toContain(
    'of 62 that load it',
  )
})

test('where none stands beside it all are', () => {
  expect(byImport(many, ['tests/support/server.ts'])).toHaveLength(60)
})

test('a change at the top is beside all tests', () => {
  expect(byImport(many, ['package.json'])).toHaveLength(60)
})

test('a test that reads a changed file as text is chosen, though it imports none', () => {
  expect(chooseTests([], ['src/features/follow/follow.css']).files).toEqual([
    'tests/architecture/folders.test.ts',
    'tests/architecture/follow-dialog.test.ts',
    'tests/architecture/markup.test.ts',
    'tests/architecture/plugin-traces.test.ts',
    'tests/architecture/scrolling.test.ts',
  ])
  expect(chooseTests([], ['README.md']).files).toContain('tests/architecture/readme.test.ts')
  expect(chooseTests([], ['README.md']).files).not.toContain('tests/architecture/layers.test.ts')
  expect(chooseTests([], ['src/server/HOSTING.md']).files).toContain('src/tools/docker/host-page.test.ts')
  expect(chooseTests([], ['plugins/README.md']).files).toContain('src/tools/ten-minutes.test.ts')
})

test('the table of what tests read names every architecture test, and files that exist', () => {
  const architecture = readdirSync(join(root, 'tests/architecture')).filter((name) =>
    name.endsWith('.test.ts'),
  )
  expect(Object.keys(textReaders)).toEqual(
    expect.arrayContaining(architecture.map((name) => `tests/architecture/${name}`)),
  )
  expect(Object.keys(textReaders).filter((file) => !existsSync(join(root, file)))).toEqual([])
  const patterns = [...new Set(Object.values(textReaders).flat())]
  const exclude = ['node_modules', '.git', 'dist']
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: root, exclude }).length === 0)).toEqual([])
})
