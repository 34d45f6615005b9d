import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copySource, environment, follow, readSteps } from '../../tests/support/ten-minutes.ts'
import { bin } from './step.ts'

const copy = copySource()
const options = { cwd: copy.folder, encoding: 'utf8', env: environment } as const
afterAll(copy.remove)

test('the steps of the README lead to a plugin that passes its tests, formatted and without a fault', () => {
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
  copy.run('npm run new plugin a-plugin-with-a-long-name')
  copy.run(`${bin('oxfmt')} --check plugins`)
  copy.run(`${bin('oxlint')} --deny-warnings plugins`)
  // With what is declared for the whole program.
  const types = {
    extends: './tsconfig.json',
    include: ['plugins/a-plugin-with-a-long-name', 'src/app/declarations.d.ts', 'src/features/*/feature.ts'],
    exclude: [],
  }
  writeFileSync(join(copy.folder, 'tsconfig.plugin.json'), JSON.stringify(types))
  const compiled = spawnSync(bin('tsc'), ['-p', 'tsconfig.plugin.json', '--noEmit'], options)
  expect(compiled.stdout).toBe('')
  // One test passes: its parts keep the rules of plugins, in each language.
  const tests = spawnSync('npx', ['vitest', 'run', 'plugins/a-plugin-with-a-long-name'], options)
  expect(tests.stdout).toMatch(/Tests +1 failed \| 1 passed/)
}, 300_000)
