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
  'tests/architecture/errors.test.ts': ['locales/en/errors.json'],
  'tests/architecture/every-screen.test.ts': [],
  'tests/architecture/everyday-words.test.ts': [],
  'tests/architecture/few-letters.test.ts': [],
  'tests/architecture/folders.test.ts': ['**'],
  'tests/architecture/follow-dialog.test.ts': [
    'src/features/follow/follow.css',
    'src/ui/styles/components/dialog.css',
  ],
  'tests/architecture/layers.test.ts': [sources],
  'tests/architecture/locales.test.ts': [sources, 'locales/**', 'src/app/index.html'],
  'tests/architecture/markup.test.ts': [sources, '{src,plugins}/**/*.css'],
  'tests/architecture/migrations.test.ts': ['migrations/**'],
  'tests/architecture/parsers.test.ts': [sources],
  'tests/architecture/plugin-ids.test.ts': ['locales/en/*'],
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
