/** Which tests a change can affect. */
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join, matchesGlob, relative } from 'node:path'
import { bin, root, run } from '../step.ts'
import type { ChangedFile } from './changed-files.ts'

/** Above it the change is imported by a list of everything, such as the routes, which every server loads. */
const MANY = 40

export type ChosenTests = {
  /** Paths from the top of the repository. */
  readonly files: readonly string[]
  /** A sentence about what was chosen and what was not. */
  readonly summary: string
}

/**
 * The tests that import a change according to vitest, and those that read a changed file as text.
 * @param commit that vitest compares with, as Git names it
 * @throws where vitest cannot list them
 */
export async function affectedTests(commit: string, changed: readonly ChangedFile[]): Promise<ChosenTests> {
  const list = join(root, 'node_modules/.cache/affected-tests.json')
  await mkdir(dirname(list), { recursive: true })
  const { code, output } = await run(
    bin('vitest'),
    ['list', '--filesOnly', `--changed=${commit}`, `--json=${list}`],
    { show: false },
  )
  if (code !== 0) throw new Error(output)
  const listed = JSON.parse(await readFile(list, 'utf8')) as readonly { readonly file: string }[]
  return chooseTests(
    [...new Set(listed.map(({ file }) => relative(root, file)))],
    changed.map(({ file }) => file),
  )
}

/**
 * All of the affected tests; of very many only those beside the changed files or below, if there are any.
 * @param affected test files by import
 * @param changed files that were edited, added or removed
 */
export function chooseTests(affected: readonly string[], changed: readonly string[]): ChosenTests {
  const folders = changed.map((file) => dirname(file))
  const near = affected.filter((test) => folders.some((folder) => isWithin(test, folder)))
  const narrow = affected.length > MANY && near.length > 0
  const byImport = narrow ? near : affected
  const byText = Object.keys(textReaders).filter((test) => readsAny(test, changed))
  const files = [...new Set([...byImport, ...byText])].toSorted()
  const left = narrow
    ? ` Those beside the change were chosen of ${affected.length} that load it; \`npm run check\` runs all.`
    : ''
  return { files, summary: `${files.length} test files can be affected.${left}` }
}

const isWithin = (test: string, folder: string) => folder === '.' || test.startsWith(`${folder}/`)

/** Whether a test reads one of these files as text. */
const readsAny = (test: string, changed: readonly string[]): boolean =>
  (textReaders[test] ?? []).some((pattern) => changed.some((file) => matchesGlob(file, pattern)))

/**
 * Tests that read files as text or list folders. They do not import the files, so vitest cannot tell that a change
 * affects them.
 */

const sources = '{src,commands,plugins,migrations,locales}/**/*.{ts,tsx}'

/**
 * The patterns of the files that each test reads. An architecture test that imports what it checks has none: vitest finds it.
 * A test of this table asserts that it names every architecture test, and files that exist.
 */
export const textReaders: Readonly<Record<string, readonly string[]>> = {
  'tests/architecture/command-ids.test.ts': ['src/{app,features,palette,plugin-host,ui}/**/*.{ts,tsx}'],
  'tests/architecture/early-events.test.ts': ['commands/*.ts'],
  'tests/architecture/errors.test.ts': ['locales/en/errors.json'],
  'tests/architecture/every-screen.test.ts': [],
  'tests/architecture/everyday-words.test.ts': [],
  'tests/architecture/few-letters.test.ts': [],
  'tests/architecture/folders.test.ts': ['**'],
  'tests/architecture/follow-dialog.test.ts': [
    'src/features/follow/{follow.css,follow-form.tsx}',
    'src/ui/styles/components/{dialog,layout}.css',
  ],
  'tests/architecture/layers.test.ts': [sources],
  'tests/architecture/load-order.test.ts': [sources],
  'tests/architecture/locales.test.ts': [sources, 'locales/**', 'src/app/index.html'],
  'tests/architecture/markup.test.ts': [sources, '{src,plugins}/**/*.css'],
  'tests/architecture/migrations.test.ts': ['migrations/**'],
  'tests/architecture/parsers.test.ts': [sources],
  'tests/architecture/plugin-ids.test.ts': ['locales/en/*'],
  'tests/architecture/plugin-services.test.ts': ['plugins/*/**/*.ts'],
  'tests/architecture/plugin-traces.test.ts': ['{src,commands,locales,plugins}/**'],
  'tests/architecture/readme.test.ts': ['**/*.md'],
  'tests/architecture/scrolling.test.ts': ['{src,plugins}/**/*.css'],
  'tests/architecture/vocabulary.test.ts': [sources],
  'locales/locales.test.ts': ['locales/**'],
  'migrations/local/local-migrations.test.ts': ['migrations/local/*'],
  'src/plugin-api/theme.node.test.ts': ['src/ui/styles/tokens.css'],
  'src/server/end-with-npm.test.ts': ['package.json'],
  'src/server/http/pages.test.ts': ['public/plugin-frame.html'],
  'src/server/runtime.test.ts': ['package.json', 'src/tools/docker/*'],
  'src/tools/docker/docker.test.ts': [sources, 'package.json', 'src/tools/docker/*'],
  'src/tools/docker/host-page.test.ts': ['src/server/HOSTING.md', 'package.json', 'src/tools/docker/*'],
  'src/tools/new.test.ts': [
    'src/tools/new*',
    'src/contract/*',
    'src/{features,server/routes}/index.ts',
    'commands/*',
    'locales/en/*',
  ],
  'src/tools/ten-minutes.test.ts': ['plugins/README.md', 'src/tools/new*'],
  'src/tools/types.test.ts': ['**/tsconfig.json'],
}
