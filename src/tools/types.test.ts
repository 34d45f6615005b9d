/** Checks the programs of tsconfig.json: each file is in one, and none has types of another environment. */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bin, root } from './step.ts'

type Program = { readonly references: readonly { readonly path: string }[] }
const programs = (JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as Program).references.map(
  ({ path }) => path,
)

// Below the packages, so that types of packages are found as in the programs.
const caches = join(root, 'node_modules/.cache')
mkdirSync(caches, { recursive: true })
const folder = mkdtempSync(join(caches, 'types-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Names of an environment, in the order of the lines of a probe. */
const globals = ['document', 'process', 'FileSystemSyncAccessHandle'] as const

test('the environment of each program is its own', () => {
  const probes = programs.map((path) => path.replaceAll('/', '-'))
  programs.forEach((path, index) => {
    const name = probes[index] ?? ''
    writeFileSync(
      join(folder, `${name}.ts`),
      globals.map((one) => `export type T_${one} = typeof ${one}\n`).join(''),
    )
    const config = {
      extends: join(root, path, 'tsconfig.json'),
      compilerOptions: {
        composite: false,
        incremental: false,
        emitDeclarationOnly: false,
        noEmit: true,
        rootDir: '.',
      },
      files: [`${name}.ts`],
      include: [],
    }
    writeFileSync(join(folder, `tsconfig.${name}.json`), JSON.stringify(config))
  })
  const all = { files: [], references: probes.map((name) => ({ path: `tsconfig.${name}.json` })) }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(all))
  const { stdout } = spawnSync(bin('tsc'), ['-b', folder], { encoding: 'utf8' })
  const known = (name: string) => globals.filter((_, line) => !stdout.includes(`/${name}.ts(${line + 1},`))
  expect(Object.fromEntries(programs.map((path, index) => [path, known(probes[index] ?? '')]))).toEqual({
    'src/core': [],
    'src/contract': [],
    'src/local/worker': ['FileSystemSyncAccessHandle'],
    src: ['document'],
    'src/server': ['process'],
    'src/tools': ['process'],
    plugins: ['process'],
    tests: ['document', 'process'],
  })
})

test('every TypeScript file is in a program', () => {
  const checked = new Set(
    programs.flatMap((path) => {
      const { stdout } = spawnSync(bin('tsc'), ['-p', join(root, path), '--showConfig'], { encoding: 'utf8' })
      const { files } = JSON.parse(stdout) as { readonly files: readonly string[] }
      return files.map((file) => relative(root, join(root, path, file)))
    }),
  )
  const files = globSync('{src,commands,plugins,migrations,locales,tests}/**/*.{ts,tsx}', { cwd: root })
  expect(files.length).toBeGreaterThan(2500)
  expect(files.filter((file) => !checked.has(file))).toEqual([])
})
