/** Reads the imports of the repository as pairs of paths from the top. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const top = join(import.meta.dirname, '../..')
const folders = ['src', 'commands', 'plugins', 'migrations', 'locales']

export type Import = { readonly from: string; readonly to: string }

/** Every TypeScript file of the product by its path from the top, without tests and their tools. */
export const files: readonly string[] = folders
  .flatMap((folder) =>
    readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter(
    (path) =>
      /\.(ts|tsx)$/.test(path) && !/\.(test|sample)\.tsx?$|\/testing[^/]*\.ts$|\/testing\//.test(path),
  )

const specifiers = /(?:from\s+|import\s+|import\(\s*|new URL\(\s*)['"](\.[^'"]+|[a-z@][^'"]*)['"]/g

/** Imports that are loaded with a file: no types, no lazy imports, no addresses of workers and processes. */
const loading = /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm

/** Every import of one file: relative ones as paths from the top, packages by name. */
const importsOf = (file: string): Import[] => matching(file, specifiers)

/** As {@link importsOf}, but only what is loaded with the file. */
export const loadedWith = (file: string): Import[] => matching(file, loading)

function matching(file: string, pattern: RegExp): Import[] {
  const text = withoutComments(readFileSync(join(top, file), 'utf8'))
  return [...text.matchAll(pattern)].flatMap(([, specifier]) => {
    if (!specifier) return []
    if (!specifier.startsWith('.')) return [{ from: file, to: specifier }]
    const path = relative(top, join(top, dirname(file), specifier.replace(/\?.*$/, '')))
    return existsSync(join(top, path)) ? [{ from: file, to: path }] : []
  })
}

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')

/** All imports of the product. */
export const imports: readonly Import[] = files.flatMap(importsOf)
