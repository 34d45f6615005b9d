/**
 * Whether Lectern is whole without a plugin: `node src/tools/without-plugin.ts [--tests] [--together] [NAME…]`, by default without
 * each of them, one after another. In a copy of the tree without the plugin's folder and its browser journey, types and unused code
 * are checked; with `--tests` the architecture tests, and those that name it or start plugins, too. With `--together` all
 * of the named are gone at once. What the guides say of a plugin is not checked.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
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
  [
    'unused code',
    'knip',
    '--no-progress',
    '--config',
    'src/tools/knip.jsonc',
    '--exclude',
    'dependencies,unlisted,types',
  ],
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

/** The tests outside of plugins that name one of these, or that start all plugins. */
function testsAbout(plugins: readonly string[]): string[] {
  const names = plugins.join('|')
  const words = new RegExp(
    `['"\`/](${names})['"\`:/]|builtInPlugins|others: 'all'|plugin-contract|api-matrix`,
  )
  return filesOfTree().filter(
    (file) =>
      /^(src|commands|migrations|locales)\/.*\.test\.tsx?$/.test(file) &&
      words.test(readFileSync(join(root, file), 'utf8')),
  )
}

/** @returns the checks that fail, with their last lines */
function failuresWithout(plugins: readonly string[], copy: string, withTests: boolean): string[] {
  const checks: Check[] = withTests
    ? [
        ...CHECKS,
        // Its links lead into the guides.
        ['architecture', 'vitest', 'run', 'tests/architecture', '--exclude', '**/readme.test.ts'],
        ['tests', 'vitest', 'run', ...testsAbout(plugins)],
      ]
    : [...CHECKS]
  const parts = plugins.flatMap((plugin) => [join('plugins', plugin), join('tests/e2e', `${plugin}.spec.ts`)])
  const removed = parts.filter((part) => existsSync(join(copy, part)))
  const aside = mkdtempSync(join(tmpdir(), 'lectern-removed-'))
  for (const [at, part] of removed.entries()) renameSync(join(copy, part), join(aside, `${at}`))
  try {
    return checks.flatMap(([name, program, ...args]) => {
      const done = spawnSync(join(root, 'node_modules/.bin', program), args, { cwd: copy, encoding: 'utf8' })
      const lines = `${done.stdout}${done.stderr}`.trim().split('\n')
      return done.status === 0 ? [] : [`${name}:\n${lines.slice(-400).join('\n')}`]
    })
  } finally {
    for (const [at, part] of removed.entries()) renameSync(join(aside, `${at}`), join(copy, part))
    rmSync(aside, { recursive: true })
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'boolean', default: false }, together: { type: 'boolean', default: false } },
})
const all = readdirSync(join(root, 'plugins')).filter((name) =>
  existsSync(join(root, 'plugins', name, 'plugin.ts')),
)
const unknown = positionals.filter((name) => !all.includes(name))
if (unknown.length > 0) throw new Error(`No such plugin: ${unknown.join(', ')}`)
const named = positionals.length > 0 ? positionals : all
const copy = copyTree()
try {
  for (const plugins of values.together ? [named] : named.map((name) => [name])) {
    const failures = failuresWithout(plugins, copy, values.tests)
    const outcome = failures.length === 0 ? 'whole' : failures.join('\n')
    process.stdout.write(`without ${plugins.join(', ')}: ${outcome}\n`)
    if (failures.length > 0) process.exitCode = 1
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
