/**
 * Whether Lectern is whole without a plugin: `node src/tools/without-plugin.ts NAME…`. In a copy of the tree without the plugin's
 * folder and its browser journey, types, unused code and the architecture tests are checked. What the guides say of the plugin is
 * not: their links lead nowhere.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './step.ts'

const CHECKS: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  ['types', 'tsc', '-b', '--checkers', '1'],
  // A package, and the type of a fake, that only the plugin and its tests use may stay.
  ['unused code', 'knip', '--no-progress', '--exclude', 'dependencies,unlisted,types'],
  ['architecture', 'vitest', 'run', 'tests/architecture', '--exclude', '**/readme.test.ts'],
]

/** The files of the tree, and its packages by links. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'lectern-without-'))
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).split('\0')

  for (const file of files.filter((one) => one !== '' && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  // Not the folder itself: checks store their results in it.
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  return copy
}

/** @returns the checks that fail, with their last lines */
function failuresWithout(plugin: string): string[] {
  const copy = copyTree()
  try {
    rmSync(join(copy, 'plugins', plugin), { recursive: true })
    rmSync(join(copy, 'tests/e2e', `${plugin}.spec.ts`), { force: true })
    // Vitest and knip ask for the repository.
    execFileSync('git', ['init', '--quiet'], { cwd: copy })
    return CHECKS.flatMap(([name, program, ...args]) => {
      const done = spawnSync(join(root, 'node_modules/.bin', program), args, { cwd: copy, encoding: 'utf8' })
      const lines = `${done.stdout}${done.stderr}`.trim().split('\n')
      return done.status === 0 ? [] : [`${name}:\n${lines.slice(-60).join('\n')}`]
    })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

for (const plugin of process.argv.slice(2)) {
  const failures = failuresWithout(plugin)
  process.stdout.write(`${plugin}: ${failures.length === 0 ? 'whole without it' : failures.join('\n')}\n`)
  if (failures.length > 0) process.exitCode = 1
}
