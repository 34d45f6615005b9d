/**
 * Whether Lectern is whole without a plugin: `node src/tools/without-plugin.ts [--tests] [NAME…]`, by default without each of them.
 * In a copy of the tree without the plugin's folder and its browser journey, types, unused code and the architecture tests are
 * checked; with `--tests` the tests that name it or start plugins, too. What the guides say of the plugin is not checked.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './step.ts'

type Check = readonly [name: string, program: string, ...args: string[]]
const CHECKS: readonly Check[] = [
  ['types', 'tsc', '-b', '--checkers', '1'],
  // A package, and the type of a fake, that only the plugin and its tests use may stay.
  ['unused code', 'knip', '--no-progress', '--exclude', 'dependencies,unlisted,types'],
  ['architecture', 'vitest', 'run', 'tests/architecture', '--exclude', '**/readme.test.ts'],
]

/** The files of the tree, without what git ignores. */
const filesOfTree = (): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))

/** The files of the tree, and its packages by links. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'lectern-without-'))
  for (const file of filesOfTree()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  // Not the folder itself: checks store their results in it, so that the second plugin costs less than the first.
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  // Vitest and knip ask for the repository.
  execFileSync('git', ['init', '--quiet'], { cwd: copy })
  return copy
}

/** The tests outside of plugins that name this one, or that start all of them. */
function testsAbout(plugin: string): string[] {
  const words = new RegExp(`['"\`/]${plugin}['"\`:/]|builtInPlugins|others: 'all'|plugin-contract|api-matrix`)
  return filesOfTree().filter(
    (file) =>
      /^(src|commands|migrations|locales)\/.*\.test\.tsx?$/.test(file) &&
      words.test(readFileSync(join(root, file), 'utf8')),
  )
}

/** @returns the checks that fail, with their last lines */
function failuresWithout(plugin: string, copy: string, checks: readonly Check[]): string[] {
  const parts = [join('plugins', plugin), join('tests/e2e', `${plugin}.spec.ts`)]
  for (const part of parts) rmSync(join(copy, part), { recursive: true, force: true })
  try {
    return checks.flatMap(([name, program, ...args]) => {
      const done = spawnSync(join(root, 'node_modules/.bin', program), args, { cwd: copy, encoding: 'utf8' })
      const lines = `${done.stdout}${done.stderr}`.trim().split('\n')
      return done.status === 0 ? [] : [`${name}:\n${lines.slice(-60).join('\n')}`]
    })
  } finally {
    for (const part of parts)
      if (existsSync(join(root, part))) cpSync(join(root, part), join(copy, part), { recursive: true })
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'boolean', default: false } },
})
const all = readdirSync(join(root, 'plugins')).filter((name) =>
  existsSync(join(root, 'plugins', name, 'plugin.ts')),
)
const copy = copyTree()
try {
  for (const plugin of positionals.length > 0 ? positionals : all) {
    const tests = values.tests ? testsAbout(plugin) : []
    const checks: Check[] = tests.length > 0 ? [...CHECKS, ['tests', 'vitest', 'run', ...tests]] : [...CHECKS]
    const failures = failuresWithout(plugin, copy, checks)
    process.stdout.write(`${plugin}: ${failures.length === 0 ? 'whole without it' : failures.join('\n')}\n`)
    if (failures.length > 0) process.exitCode = 1
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
