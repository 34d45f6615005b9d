import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { root } from './step.ts'

const copy = mkdtempSync(join(tmpdir(), 'lectern-new-'))
for (const folder of [
  'src',
  'commands',
  'locales',
  'migrations',
  'tests/e2e/screen-addresses.ts',
  'package.json',
])
  cpSync(join(root, folder), join(copy, folder), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
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
  expect(read('tests/e2e/screen-addresses.ts')).toContain("'/reading-goals': () => '/reading-goals',")
})

test.each(['local', 'server'])('a new migration of %s is the last of its list, and counted', (side) => {
  const rows = () => read(`migrations/${side}/index.ts`).match(/^ {2}'\d{4}-[\w-]+': \w+,$/gm) ?? []
  const count = () => Number(/= (\d+)/.exec(read('migrations/local/count.ts'))?.[1])
  const [before, counted] = [rows(), count()]
  const [file = ''] = create('migration', `${side}/reading-goals`)
  const step = file.slice(file.lastIndexOf('/') + 1, -'.ts'.length)
  expect(rows()).toEqual([...before, `  '${step}': readingGoals,`])
  expect(read(`migrations/${side}/index.ts`)).toContain(`import * as readingGoals from './${step}.ts'\n`)
  expect(count()).toBe(side === 'local' ? counted + 1 : counted)
})

test('a new call of a new resource has its path, schema and handler, and joins their tables', () => {
  create('call', 'notes.create')
  expect(read('src/contract/paths.ts')).toContain("'notes.create': ['POST', '/notes/create', null]")
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

/** The commands in the copy's registry. */
function commandsOf(...ids: readonly string[]): unknown {
  const program = `
    const { allCommands } = await import(${JSON.stringify(join(copy, 'commands/index.ts'))})
    console.log(JSON.stringify(allCommands.filter(({ id }) => ${JSON.stringify(ids)}.includes(id))))`
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }),
  )
}

test('a new command joins its group, or a new one, with a title, search terms and a failing test', () => {
  const files = [...create('command', 'entry:pin-on-top'), ...create('command', 'reading-goals:set')]
  expect(files.every((file) => existsSync(join(copy, file)))).toBe(true)
  expect(commandsOf('entry:pin-on-top', 'reading-goals:set')).toMatchObject([
    { group: 'entry', kind: 'change', title: 'entry.pinOnTop', keywords: 'keywords:entry.pinOnTop' },
    { group: 'reading-goals', kind: 'change', title: 'readingGoals.set' },
  ])
  const shortcuts = JSON.parse(read('locales/en/shortcuts.json'))
  expect(shortcuts.entry.pinOnTop).toBe('Pin on top')
  expect(shortcuts.groups['reading-goals']).toBe('Reading goals')
  expect(JSON.parse(read('locales/en/keywords.json')).entry.pinOnTop).toBe('pin on top')
  expect(read('commands/entry-pin-on-top.test.ts')).toContain(
    "expect.fail('Say here what entry:pin-on-top does",
  )
  // No plugin from elsewhere may take the group.
  expect(read('src/contract/reserved-plugin-ids.ts')).toMatch(/const groups =\n {2}'reading-goals /)
})

test('an existing or invalid name is refused with a message', () => {
  expect(() => create('feature', 'timeline')).toThrow('exists already')
  expect(() => create('call', 'Feeds')).toThrow('resource.verb')
  expect(() => create('command', 'entry')).toThrow('group:action')
  expect(() => create('command', 'entry:star')).toThrow('has star already')
  expect(() => create('command', 'hints:links')).toThrow('has links already')
  expect(() => create('command', 'entries:fold')).toThrow('by hand')
})
