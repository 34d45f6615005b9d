/** Strips the types of all files that a server loads, so that its processes need no stripper (`stripped-types.mjs`). */
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { strippedFile } from '../server/stripped-types.mjs'
import { root } from './step.ts'

const FILES = [
  'src/{api,cli,contract,core,plugin-api,server,tools}/**/*.ts',
  'migrations/server/**/*.ts',
  'plugins/**/*.ts',
]

/** Skips files that have a copy. Warns in a read-only folder, where Node strips each file as it loads. */
export function stripServer(): void {
  try {
    for (const file of globSync(FILES, { cwd: root, exclude: ['**/*.test.ts'] })) strip(join(root, file))
  } catch (error) {
    process.stderr.write(
      `The server needs 12 MB more memory, as its files were not stored without types: ${String(error)}\n`,
    )
  }
}

function strip(file: string): void {
  const text = readFileSync(file, 'utf8')
  const stripped = strippedFile(text)
  if (existsSync(stripped)) return
  mkdirSync(dirname(stripped), { recursive: true })
  // Renamed once complete: another server may be starting.
  const part = `${stripped}.${process.pid}`
  writeFileSync(part, stripTypeScriptTypes(text))
  renameSync(part, stripped)
}
