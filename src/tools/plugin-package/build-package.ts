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
    publicDir: false,
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
  for (const [name, type, part, exported] of [
    ['client', 'ClientLectern', 'SandboxClientHost', 'Host'],
    ['server', 'ServerLectern', 'SandboxCaller', 'Caller'],
  ] as const)
    writeFileSync(
      join(folder, `${name}.d.ts`),
      `import type { ${type} } from './types/src/plugin-api/sandbox.ts'
export type { ${part} as ${exported} } from './types/src/plugin-api/${name}.ts'
declare global {
  const lectern: ${type}
}
`,
    )
  writeFileSync(join(folder, 'testing.d.ts'), TESTING_TYPES)
}

/** Of testing.ts, by the types of the API, which need those of a browser that the tools do not have. */
const TESTING_TYPES = `import type { SandboxClientHost } from './types/src/plugin-api/client.ts'
import type { SandboxCaller } from './types/src/plugin-api/server.ts'

type Values = Readonly<Record<string, unknown>>
type Awaitable<T> = T | Promise<T>
type Command = Parameters<SandboxClientHost['command']>[0]
/** What an entry, highlights and so on are, for the server half. */
type OfCaller<Name extends 'entry' | 'highlights' | 'history' | 'accessToken'> = Awaitable<Awaited<ReturnType<SandboxCaller[Name]>>>

/** What a plugin has: its manifest, and the code of both halves. */
export type Plugin = { readonly manifest: Values; readonly client: string; readonly server?: string }

/** The plugin in a folder. @throws Error that says what is wrong with it */
export declare function pluginIn(folder: string): Plugin

export type ClientOptions = {
  readonly settings?: Values
  /** Functions of the host by name, such as \`entries\`, \`fetch\` and \`contentOf\`. */
  readonly host?: Partial<SandboxClientHost>
}
export type StartedClient = {
  /** What the plugin added, by the function of the host. */
  readonly added: {
    readonly [Part in keyof SandboxClientHost as SandboxClientHost[Part] extends (one: infer One) => unknown
      ? One extends object ? Part : never
      : never]?: SandboxClientHost[Part] extends (one: infer One) => unknown ? readonly One[] : never
  }
  /** Runs a command. @throws what it throws, and where there is none */
  run(id: string, context?: Partial<Parameters<Command['run']>[0]>): Promise<Awaited<ReturnType<Command['run']>>>
}

/** Starts the browser half: what is registered while it starts can be looked at and called. */
export declare function startClient(plugin: Pick<Plugin, 'client'>, options?: ClientOptions): StartedClient

export type ServerOptions = {
  readonly settings?: Values
  readonly secrets?: Readonly<Record<string, string>>
  /** What the server does for the half. */
  readonly host?: {
    readonly entry?: (of: { readonly id: string }) => OfCaller<'entry'>
    readonly fetch?: (
      request: { readonly url: string } & NonNullable<Parameters<SandboxCaller['fetch']>[1]>,
    ) => Awaitable<Omit<Awaited<ReturnType<SandboxCaller['fetch']>>, 'json'>>
    readonly highlights?: (of: NonNullable<Parameters<SandboxCaller['highlights']>[0]>) => OfCaller<'highlights'>
    readonly history?: (of: NonNullable<Parameters<SandboxCaller['history']>[0]>) => OfCaller<'history'>
    readonly accessToken?: () => OfCaller<'accessToken'>
  }
}

/**
 * Calls a handler of the server half, as the server does: each time anew.
 * @throws Error whose \`text\` has the words of a refusal, and what the half throws
 */
export declare function callServer(
  plugin: Pick<Plugin, 'server'>,
  call: string,
  input: unknown,
  options?: ServerOptions,
  kind?: 'call' | 'job' | 'condition' | 'action' | 'event',
): Promise<unknown>
`

if (process.argv[1] === import.meta.filename) {
  if (process.argv[2] !== 'plugin-package') throw new Error('npm run pack plugin-package')
  process.stdout.write(`${await buildPackage(join(root, 'dist'))}\n`)
}
