import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bin, root } from './step.ts'

const copy = mkdtempSync(join(tmpdir(), 'lectern-ten-minutes-'))
const parts = ['src', 'plugins', 'locales', 'commands', 'migrations', 'package.json', 'tsconfig.json']
for (const part of [...parts, 'vite.config.ts', '.oxfmtrc.json', '.oxlintrc.json'])
  cpSync(join(root, part), join(copy, part), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
afterAll(() => rmSync(copy, { recursive: true }))

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const [, section = ''] = readme.split('### A plugin in ten minutes')
/** The steps in their order: a file with its text, or commands. */
const steps = [
  ...section.split('\n## ')[0]!.matchAll(/(?:`(plugins\/[^`]+)`[^`\n]*:|:)\n\n```(\w+)\n([\s\S]*?)```/g),
].map(([, file, language, text = '']) => ({ file, language, text }))

const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`
const options = {
  cwd: copy,
  encoding: 'utf8',
  stdio: 'pipe',
  env: { ...process.env, PATH: path, NO_COLOR: '1' },
} as const
const run = (command: string) => execFileSync('sh', ['-c', command], options)

test('the steps of the README lead to a plugin with a working command, formatted and without a fault', () => {
  expect(steps.map(({ file, language }) => file ?? language)).toEqual([
    'sh',
    'plugins/entry-age/client.tsx',
    'plugins/entry-age/locales/en.json',
    'plugins/entry-age/client.test.ts',
    'sh',
  ])
  for (const { file, text } of steps) {
    if (file === undefined) for (const command of text.trim().split('\n')) run(command)
    else {
      // Each is a file that the first step wrote.
      expect(existsSync(join(copy, file)), file).toBe(true)
      writeFileSync(join(copy, file), text)
    }
  }
  run(`${bin('oxfmt')} --check plugins/entry-age`)
  run(`${bin('oxlint')} --deny-warnings plugins/entry-age`)
})

test('a new plugin passes the checks, but for the test that says what it is for', () => {
  run('npm run new plugin a-plugin-with-a-long-name')
  run(`${bin('oxfmt')} --check plugins`)
  run(`${bin('oxlint')} --deny-warnings plugins`)
  // One test passes: its parts keep the rules of plugins.
  const tests = spawnSync('npx', ['vitest', 'run', 'plugins/a-plugin-with-a-long-name'], options)
  expect(tests.stdout).toMatch(/Tests +1 failed \| 1 passed/)
})
