import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { installedPath } from '../../node-modules.ts'
import { builds, installedBuild, type Syscall } from './syscall-names.ts'
import { importedFunctions } from './wasm-imports.sample.ts'

const file = (name: string): Buffer => readFileSync(installedPath(`sql.js/dist/${name}`))
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

test('the installed sql.js is the build whose names are known, for Node and for browsers', () => {
  expect(sha256(file('sql-wasm.wasm'))).toBe(installedBuild)
  expect(sha256(file('sql-wasm-browser.wasm'))).toBe(installedBuild)
})

/** Parameters and results: i a 32 bit number, I a 64 bit one. */
const types: Readonly<Record<Syscall, string>> = {
  openat: 'iiii:i',
  fdClose: 'i:i',
  fdRead: 'iiii:i',
  fdWrite: 'iiii:i',
  fdSeek: 'iIii:i',
  fdSync: 'i:i',
  ftruncate64: 'iI:i',
  fstat64: 'ii:i',
  stat64: 'ii:i',
  lstat64: 'ii:i',
  fcntl64: 'iii:i',
  fchmod: 'ii:i',
  fchown32: 'iii:i',
  faccessat: 'iiii:i',
  unlinkat: 'iii:i',
}

test('each replaced call has the type that the wasm imports under its name', () => {
  const { module, imports, names } = builds[installedBuild] ?? { module: '', imports: 0, names: {} }
  const functions = importedFunctions(file('sql-wasm.wasm'))
  expect(functions.size).toBe(imports)
  const result = Object.entries(names).map(([call, name]) => [call, functions.get(`${module}.${name}`)])
  expect(Object.fromEntries(result)).toEqual(types)
})

test('the order of the names is the debug build’s, which writes them out', async () => {
  // Emscripten sorts the real names before it shortens them, so that the order identifies the short names.
  const short = await importNames('sql.js/dist/sql-wasm.js')
  const long = await importNames('sql.js/dist/sql-wasm-debug.js')
  const { names } = builds[installedBuild] ?? { names: {} as Record<Syscall, string> }
  // Up to the first name that only one of the two builds has, the order is the same but for the debug build's own check.
  const syscalls = long.filter((name) => name.startsWith('__syscall_'))
  const path = short.indexOf(names.faccessat) - syscalls.indexOf('__syscall_faccessat')
  const real = {
    openat: 'openat',
    ftruncate64: 'ftruncate64',
    fstat64: 'fstat64',
    stat64: 'stat64',
    lstat64: 'lstat64',
  }
  const others = { fcntl64: 'fcntl64', fchmod: 'fchmod', fchown32: 'fchown32', unlinkat: 'unlinkat' }
  for (const [call, name] of Object.entries({ ...real, ...others })) {
    expect(short[syscalls.indexOf(`__syscall_${name}`) + path], name).toBe(names[call as Syscall])
  }
})

/** The names under which a build's glue exports its functions, in its order. */
async function importNames(path: string): Promise<string[]> {
  const { default: init } = (await import(path)) as { default: (options: object) => Promise<unknown> }
  return new Promise((resolve) => {
    const instantiateWasm = (imports: Record<string, object>): object => {
      resolve(Object.keys(Object.values(imports)[0] ?? {}))
      return {}
    }
    void init({ instantiateWasm })
  })
}
