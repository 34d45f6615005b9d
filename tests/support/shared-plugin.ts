/** A built-in plugin as a bundle for sharing. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const folderOf = (plugin: string) => fileURLToPath(new URL(`../../plugins/${plugin}/`, import.meta.url))

/**
 * @param plugin folder in `plugins`
 * @param shared its manifest for sharing: the id of a built-in plugin is taken
 */
export async function sharedPlugin(
  plugin: string,
  shared: {
    readonly id: string
    readonly enabledBy: string
    readonly settings: Readonly<Record<string, object>>
    readonly permissions?: readonly string[]
    readonly conditions?: Readonly<Record<string, object>>
    readonly actions?: readonly (string | object)[]
    readonly commands?: readonly object[]
  },
): Promise<string> {
  const folder = folderOf(plugin)
  const script = async (half: 'client.tsx' | 'server.ts') =>
    (await bundled(folder + half)).replaceAll(`${plugin}:`, `${shared.id}:`)
  const languages = readdirSync(`${folder}locales`).map((file) => file.replace(/\.json$/, ''))
  const texts = (language: string): unknown =>
    JSON.parse(readFileSync(`${folder}locales/${language}.json`, 'utf8'))
  return JSON.stringify({
    format: 'lectern-plugin-1',
    manifest: { permissions: [], ...shared, version: '1.0.0', api: '1.3' },
    locales: Object.fromEntries(languages.map((language) => [language, texts(language)])),
    client: await script('client.tsx'),
    server: await script('server.ts'),
  })
}

/** A half as a classic script that calls `lectern.start`. */
async function bundled(half: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: half, formats: ['iife'], name: 'half', fileName: 'half' },
      // A half may export more than itself, for its tests.
      rolldownOptions: { output: { exports: 'named' } },
    },
  })
  const [first] = [output].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (first?.type !== 'chunk') throw new Error(`${half} was not bundled`)
  return `${first.code}\nlectern.start(half.default)`
}
