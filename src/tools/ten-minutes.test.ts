import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { API } from 'typescript/unstable/sync'
import { afterAll, expect, test } from 'vitest'
import { copySource, environment, follow, readSteps } from '../../tests/support/ten-minutes.ts'
import { bin } from './step.ts'

const NAME = 'a-plugin-with-a-long-name'
const copy = copySource()
const options = { cwd: copy.folder, encoding: 'utf8', env: environment } as const
afterAll(copy.remove)

test('the steps of the guide lead to a plugin that passes its tests, formatted and without a fault', () => {
  const steps = readSteps()
  expect(steps.map(({ file }) => file)).toEqual([
    null,
    'plugins/entry-age/client.tsx',
    'plugins/entry-age/locales/en.json',
    'plugins/entry-age/client.test.ts',
    null,
  ])
  follow(steps, copy)
  copy.run(`${bin('oxfmt')} --check plugins/entry-age`)
  copy.run(`${bin('oxlint')} --deny-warnings plugins/entry-age`)
})

test('a new plugin compiles and passes the checks, but for the test that says what it is for', () => {
  copy.run(`npm run new plugin ${NAME}`)
  copy.run(`${bin('oxfmt')} --check plugins/${NAME}`)
  copy.run(`${bin('oxlint')} --deny-warnings plugins/${NAME}`)
  expect(typeErrors()).toEqual([])
  // One test passes: its parts follow the rules of plugins, in each language.
  const tests = spawnSync(bin('vitest'), ['run', `plugins/${NAME}`], options)
  expect(tests.stdout).toMatch(/Tests +1 failed \| 1 passed/)
}, 300_000)

/** Only of the plugin's own files: checking all imports would take twenty times as long. */
function typeErrors(): readonly string[] {
  const file = join(copy.folder, 'tsconfig.plugin.json')
  // With the program's global declarations.
  const include = [`plugins/${NAME}`, 'src/app/declarations.d.ts', 'src/features/*/feature.ts']
  writeFileSync(file, JSON.stringify({ extends: './tsconfig.json', include, exclude: [] }))
  const compiler = new API({ cwd: copy.folder })
  try {
    const program = compiler.updateSnapshot({ openProjects: [file] }).getProject(file)?.program
    if (!program) throw new Error('The compiler knows no such program')
    const folder = join(copy.folder, 'plugins', NAME)
    const sources = readdirSync(folder).filter((name) => /\.tsx?$/.test(name))
    expect(sources).toHaveLength(5)
    const errors = sources.flatMap((name) => [
      ...program.getSyntacticDiagnostics(join(folder, name)),
      ...program.getSemanticDiagnostics(join(folder, name)),
    ])
    return errors.map(({ text }) => text)
  } finally {
    compiler.close()
  }
}
