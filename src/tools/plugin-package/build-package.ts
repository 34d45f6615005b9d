/** `npm run pack plugin-package`: the package for those who write plugins, as a file that `npm i` takes without a network. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { PLUGIN_API } from '../../plugin-api/version.ts'
import { readApiTypes } from '../plugin-api-types.ts'
import { root, run } from '../step.ts'

const SOURCES = join(root, 'src/tools/plugin-package')
/** Of TypeScript itself, which every author has. */
const isOfTypeScript = (path: string) => path.startsWith('/lib/')

/** @param folder where the file is written @returns its path */
export async function buildPackage(folder: string): Promise<string> {
  const version = `${PLUGIN_API}.0`
  const staging = mkdtempSync(join(tmpdir(), 'lectern-plugin-'))
  try {
    const files = join(staging, 'package')
    await bundle(files)
    await writeTypes(files)
    cpSync(join(root, 'LICENSE'), join(files, 'LICENSE'))
    cpSync(join(SOURCES, 'README.md'), join(files, 'README.md'))
    writeFileSync(join(files, 'package.json'), JSON.stringify(manifest(version), null, 2))
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `lectern-plugin-${version}.tgz`)
    const packed = await run('tar', ['-czf', file, '-C', staging, 'package'], { show: false })
    if (packed.code !== 0) throw new Error(`The package could not be written: ${packed.output}`)
    return file
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

const manifest = (version: string) => ({
  name: '@lectern/plugin',
  version,
  description: 'Types, tests and packing of plugins for the feed reader Lectern.',
  license: (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { license: string }).license,
  type: 'module',
  engines: { node: '>=24' },
  bin: { 'lectern-plugin': 'command.js' },
  exports: {
    './client': { types: './client.d.ts' },
    './server': { types: './server.d.ts' },
    './testing': { types: './testing.d.ts', default: './testing.js' },
  },
})

/** Each with all that it needs but Node. */
async function bundle(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      emptyOutDir: true,
      rolldownOptions: {
        input: { command: join(SOURCES, 'command.ts'), testing: join(SOURCES, 'testing.ts') },
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js' },
      },
    },
  })
  const command = join(outDir, 'command.js')
  writeFileSync(command, `#!/usr/bin/env node\n${readFileSync(command, 'utf8')}`, { mode: 0o755 })
}

async function writeTypes(folder: string): Promise<void> {
  for (const [path, text] of Object.entries(await readApiTypes([]))) {
    if (isOfTypeScript(path)) continue
    const file = join(folder, 'types', path)
    mkdirSync(dirname(file), { recursive: true })
    // They are those statements of the sources that the API's types need: as files of their own they have mistakes.
    writeFileSync(file, path.endsWith('.ts') ? `// @ts-nocheck\n${text}` : text)
  }
  for (const [name, type] of [
    ['client', 'ClientLectern'],
    ['server', 'ServerLectern'],
  ] as const)
    writeFileSync(
      join(folder, `${name}.d.ts`),
      `import type { ${type} } from './types/src/plugin-api/sandbox.ts'\ndeclare global {\n  const lectern: ${type}\n}\n`,
    )
  const { default: ts } = await import('typescript-js')
  const { outputText } = ts.transpileDeclaration(readFileSync(join(SOURCES, 'testing.ts'), 'utf8'), {
    fileName: 'testing.ts',
  })
  writeFileSync(join(folder, 'testing.d.ts'), outputText)
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv[2] !== 'plugin-package') throw new Error('npm run pack plugin-package')
  process.stdout.write(`${await buildPackage(join(root, 'dist'))}\n`)
}
