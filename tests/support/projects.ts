/** Vitest's projects: which test files share what. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProjectInlineConfiguration } from 'vitest/config'

const TESTS =
  '{src,commands,plugins,migrations,locales,tests/architecture,tests/convergence}/**/*.test.{ts,tsx}'

const SERVER = /^(src\/(server|tools|cli)|plugins|tests|migrations)\//

/** Each with the reason why it cannot share a process. */
const OWN_PROCESS: Readonly<Record<string, string>> = {
  'src/app/i18n.test.ts': 'counts changes of the language, which translations of plugins announce once more',
  'src/plugin-host/run/load-translations.test.ts': 'listens to changes of the language until its end',
  'src/plugin-host/run/built-in-plugins.test.ts':
    'counts what all plugins leave behind, and is slow where more is loaded',
  'src/server/entrances.test.ts': 'asks what this process has parsed since it started',
  'src/local/worker/storage/syscall-names.node.test.ts': 'needs a sql.js that has not started yet',
}

/** Such a file needs fresh modules, or leaves modules that other files cannot use. */
const REPLACES_MODULES = /\bvi\.(mock|doMock|hoisted|resetModules)\(/

const settings = {
  /** Files with a page: each has its own window and modules, in one of two processes. */
  dom: { pool: 'vmForks' },
  /** Files share the state of modules: `begin-anew.ts` cleans up. */
  reader: { isolate: false, setupFiles: 'tests/support/begin-anew.ts' },
  server: { isolate: false },
  'own process': { isolate: true },
} satisfies Record<string, TestProjectInlineConfiguration['test']>

function projectOf(root: string, file: string): keyof typeof settings {
  const source = readFileSync(join(root, file), 'utf8')
  if (source.startsWith('// @vitest-environment happy-dom')) return 'dom'
  if (file in OWN_PROCESS || REPLACES_MODULES.test(source)) return 'own process'
  return SERVER.test(file) ? 'server' : 'reader'
}

/** @param root the folder of the repository @throws when a file with its own process no longer exists */
export function testProjects(root: string): TestProjectInlineConfiguration[] {
  const all = globSync(TESTS, { cwd: root })
  const gone = Object.keys(OWN_PROCESS).filter((file) => !all.includes(file))
  if (gone.length > 0) throw new Error(`No such test: ${gone.join(', ')}`)
  return [...Map.groupBy(all, (file) => projectOf(root, file))].map(([name, include]) => ({
    extends: true,
    test: { name, include, ...settings[name] },
  }))
}
