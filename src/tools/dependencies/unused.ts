/** Finds dependencies that nothing uses. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { directDependencies, type Lockfile, type Manifest } from './manifest.ts'

const sources = ['src', 'commands', 'plugins', 'migrations', 'locales', 'tests', 'vite.config.ts']

/** Static imports stand at the start of a line, which keeps those in comments out. */
const imports =
  /^\s*(?:import|export)\b[^'"]*?\bfrom\s*['"]([^'"\n]+)['"]|^\s*import\s*['"]([^'"\n]+)['"]|\b(?:import|require|import\.meta\.resolve|require\.resolve)\(\s*['"]([^'"\n]+)['"]/gm

/**
 * A dependency is used when a file imports it or a part of it, when an npm script or a tool runs one of its commands
 * (`bin('oxlint')`), when a test names it as its environment, or when it holds the types of one that is used.
 * @returns the names in package.json that are not
 */
export function unusedDependencies(folder: string, manifest: Manifest, lockfile: Lockfile): string[] {
  const imported = new Set<string>()
  const commands = new Set<string>()
  for (const script of Object.values(manifest.scripts)) commands.add(script.split(' ')[0] ?? '')
  for (const file of sources.flatMap((source) => scriptsIn(folder, source))) {
    const text = readFileSync(file, 'utf8')
    for (const [, ...specifiers] of text.matchAll(imports))
      imported.add(packageOf(specifiers.find(Boolean) ?? ''))
    for (const [, name] of text.matchAll(/\bbin\('([^']+)'\)/g)) commands.add(name ?? '')
    for (const [, name] of text.matchAll(/@vitest-environment ([\w-]+)/g)) imported.add(name ?? '')
  }
  const isUsed = (name: string): boolean =>
    imported.has(name) ||
    Object.keys(lockfile.packages[`node_modules/${name}`]?.bin ?? {}).some((command) =>
      commands.has(command),
    ) ||
    (name.startsWith('@types/') && imported.has(name.slice('@types/'.length).replace(/^(.+)__/, '@$1/')))
  return directDependencies(manifest).filter((name) => !isUsed(name))
}

/** `@scope/name` or `name` of an import of it or of a part of it; Node's own modules count as `node`. */
function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node'
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function scriptsIn(folder: string, source: string): string[] {
  const path = join(folder, source)
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(name))
    .map((name) => join(path, name))
}
