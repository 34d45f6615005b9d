import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import react from '@vitejs/plugin-react'
import { VitePWA, type ManifestTransform } from 'vite-plugin-pwa'
import { build, minify, type EnvironmentModuleNode, type Plugin, type Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { messageParts, messagesOf } from './src/app/message-parts.ts'
import { REMOVED } from './src/plugin-host/sandbox/worker/prelude.ts'
import { readApiTypes } from './src/tools/plugin-api-types.ts'
import { testProjects } from './tests/support/projects.ts'

/** Grammars and themes of code are many and rarely wanted, so they are kept out of the precache: see `workbox` below. */
const isColouring = (module: string | null) => /shiki(js)?\/(dist\/)?(langs|themes)\//.test(module ?? '')

/** What a plugin loads only to send something: useless offline, so it is not precached either. */
const isOnline = (module: string | null) => /\/plugins\/[^/]+\/online\//.test(module ?? '')

/** TypeScript, its messages and the worker with both: large, and only for those who write plugins. */
const isTypes = (module: string | null) =>
  /\/(typescript-js\/lib|src\/plugin-host\/workshop\/types)\//.test(module ?? '')

/**
 * Small modules that are loaded together, in one file: the icons that the start does not show, and of all plugins the
 * manifests and the messages in one language, which the palette and the settings show.
 */
function groupOf(module: string): string | null {
  if (/\/lucide-react\/dist\/esm\/icons\//.test(module)) return 'icons'
  const [, messagesOfPart, inLanguage] = /^\0virtual:messages\/(\w+)\/([\w-]+)$/.exec(module) ?? []
  if (messagesOfPart !== undefined) return `${messagesOfPart}-messages-${inLanguage}`
  // What src/app/i18n.ts loads as one.
  const [, own] =
    /^(?!.*\/plugins\/).*\/locales\/([\w-]+)\/(?:app|errors|lang|shortcuts)\.json$/.exec(module) ?? []
  if (own !== undefined) return `messages-${own}`
  const [, part, language] =
    /\/plugins\/[a-z-]+\/((?:plugin|contributes)\.ts|locales\/([\w-]+)\.json)$/.exec(module) ?? []
  if (part === undefined) return null
  return language === undefined ? 'plugin-manifests' : `plugin-messages-${language}`
}

/** What draws the reader: the first script, which names all others, and the styles; their names have hashes of their texts. */
const buildName = (bundle: Rolldown.OutputBundle): string =>
  Object.values(bundle)
    .filter((file) => (file.type === 'chunk' ? file.isEntry : file.fileName.endsWith('.css')))
    .map(({ fileName }) => fileName.replace('assets/', ''))
    .join(' ')

/** Inlines pre-paint.js into the page, so that nothing waits for it, names the build and its database worker for it, and the interface's font. */
const prePaint = (): Plugin => ({
  name: 'pre-paint',
  transformIndexHtml: {
    order: 'post',
    handler: async (page, { bundle = {} }) => {
      const source = await readFile(new URL('src/startup/pre-paint.js', import.meta.url), 'utf8')
      const { code } = await minify('pre-paint.js', source)
      const html = page.replace(
        /<script[^>]* src="[^"]*pre-paint\.js"><\/script>/,
        () => `<script>${code}</script>`,
      )
      const fileOf = (start: string) => Object.keys(bundle).find((name) => name.startsWith(start))
      const [worker, font] = [fileOf('assets/database-'), fileOf('assets/fonts/sn-pro-latin-wght-normal-')]
      if (worker === undefined || font === undefined) return html
      // Behind the script: text that is drawn before the font is there keeps the system's.
      const preload = {
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        crossorigin: '',
        fetchpriority: 'low',
      }
      const metas = { 'database-worker': `/${worker}`, build: buildName(bundle) }
      return {
        html,
        tags: [
          ...Object.entries(metas).map(([metaName, content]) => ({
            tag: 'meta',
            attrs: { name: metaName, content },
            injectTo: 'head-prepend' as const,
          })),
          { tag: 'link', attrs: { ...preload, href: `/${font}` }, injectTo: 'head' },
        ],
      }
    },
  },
})

const version = process.env.npm_package_version ?? '0.6.1'

/**
 * `virtual:plugin-runtime`: the first part of the worker of a plugin from elsewhere, as the text of a classic script, and the
 * address of its frame. A service worker does not serve frames of an opaque origin: with its hash in the address the browser
 * stores the page, and has it without a connection.
 */
const pluginRuntime = (): Plugin => {
  const id = '\0virtual:plugin-runtime'
  return {
    name: 'plugin-runtime',
    resolveId: (source) => (source === id.slice(1) ? id : undefined),
    async load(loaded) {
      if (loaded !== id) return undefined
      const entry = new URL('src/plugin-host/sandbox/worker/main.ts', import.meta.url).pathname
      const output = await build({
        configFile: false,
        logLevel: 'warn',
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          write: false,
          target: 'es2024',
          lib: { entry, formats: ['iife'], name: 'lecternRuntime', fileName: 'runtime' },
        },
      })
      const [first] = [output].flat().flatMap((one) => ('output' in one ? one.output : []))
      if (first?.type !== 'chunk') throw new Error('The runtime of plugins was not built')
      const frame = await readFile(new URL('public/plugin-frame.html', import.meta.url))
      const hash = createHash('sha256').update(frame).digest('hex').slice(0, 16)
      const address = `/plugin-frame.html?${version}-${hash}`
      return `export const code = ${JSON.stringify(first.code)}\nexport const frameAddress = ${JSON.stringify(address)}`
    },
  }
}

/** `virtual:plugin-api`: the types of the plugins' API, which the workshop checks and completes. */
const pluginApi = (): Plugin => {
  const id = '\0virtual:plugin-api'
  return {
    name: 'plugin-api',
    resolveId: (source) => (source === id.slice(1) ? id : undefined),
    load: async (loaded) =>
      loaded === id ? `export default ${JSON.stringify(await readApiTypes(REMOVED))}` : undefined,
  }
}

/** Writes which modules the first script holds, for `npm test`: see src/tools/first-script. */
const firstScript = (): Plugin => ({
  name: 'first-script',
  apply: 'build',
  async generateBundle(_, bundle) {
    const root = new URL('.', import.meta.url).pathname
    const nameOf = (id: string) =>
      id
        .replace(/^.*\/node_modules\//, '')
        .replace(root, '')
        .replace('\0', '')
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    // Its static imports have none of their own.
    const [entry] = chunks.filter(({ isEntry }) => isEntry)
    const first = chunks.filter((chunk) => chunk === entry || entry?.imports.includes(chunk.fileName))
    const modules = first.flatMap((chunk) =>
      Object.entries(chunk.modules).map(([id, { renderedLength }]) => {
        const [importer] = this.getModuleInfo(id)?.importers ?? []
        return { name: nameOf(id), bytes: renderedLength, importedBy: importer ? nameOf(importer) : null }
      }),
    )
    const sorted = modules.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const folder = new URL('node_modules/.cache/', import.meta.url)
    await mkdir(folder, { recursive: true })
    await writeFile(new URL('first-script.json', folder), JSON.stringify(sorted))
  },
})

/**
 * A virtual module of data that is computed from the source. In a process of its own, because modules of the source stay loaded in
 * this one when they change.
 * @param folder whose files it is computed from
 * @param script writes `rows`, at the top of the repository
 */
function computedRows(name: string, folder: string, script: string): Plugin {
  const id = `\0virtual:${name}`
  const top = new URL('.', import.meta.url).pathname
  return {
    name,
    resolveId: (source) => (source === id.slice(1) ? id : undefined),
    async load(loaded) {
      if (loaded !== id) return undefined
      const node = ['--input-type=module', '--eval', `${script}; process.stdout.write(JSON.stringify(rows))`]
      const { stdout } = await promisify(execFile)(process.execPath, node, { cwd: top, maxBuffer: 2 ** 24 })
      // Text is read faster than code.
      return `export default JSON.parse(${JSON.stringify(stdout)})`
    },
    hotUpdate({ file }) {
      const rows = this.environment.moduleGraph.getModuleById(id)
      if (rows && file.startsWith(`${top}${folder}/`)) this.environment.moduleGraph.invalidateModule(rows)
    },
  }
}

/** `virtual:messages/PART/LANGUAGE`: the messages of a part of the reader, see src/app/message-parts.ts. */
const messages = (): Plugin => {
  const prefix = '\0virtual:messages/'
  const isPart = (name: string): name is keyof typeof messageParts => name in messageParts
  return {
    name: 'messages',
    resolveId: (source) => (source.startsWith(prefix.slice(1)) ? `\0${source}` : undefined),
    async load(loaded) {
      if (!loaded.startsWith(prefix)) return undefined
      const [part = '', language = ''] = loaded.slice(prefix.length).split('/')
      if (!isPart(part)) throw new Error(`${part} has no messages`)
      const files = Object.keys(messageParts[part]).map((namespace) => {
        const file = new URL(`locales/${language}/${namespace}.json`, import.meta.url).pathname
        this.addWatchFile(file)
        return [namespace, file] as const
      })
      const texts = await Promise.all(
        files.map(
          async ([namespace, file]) => [namespace, JSON.parse(await readFile(file, 'utf8'))] as const,
        ),
      )
      const found = messagesOf(part, (namespace) => Object.fromEntries(texts)[namespace])
      // Text is read faster than code.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(found))})`
    },
  }
}

/** `virtual:command-rows`: what the reader needs of each command before its code is loaded; of those that it has whole, the id. */
const commandRows = () =>
  computedRows(
    'command-rows',
    'commands',
    `import { allCommands } from './commands/index.ts'; import { shortRow } from './commands/rows.ts';
    import { wholeCommands } from './commands/whole.ts';
    const rows = allCommands.map((command) => (wholeCommands.has(command.id) ? command.id : shortRow(command)))`,
  )

/** `virtual:plugin-rows`: what the reader needs of each plugin before its manifest is loaded. */
const pluginRows = () =>
  computedRows(
    'plugin-rows',
    'plugins',
    `import { readPluginRows } from './src/server/plugins/plugin-rows.ts'; const rows = await readPluginRows()`,
  )

/**
 * The modules and those of the folder that import them. Modules of the reader import plugins, too: with another address the
 * browser would run them a second time, beside the stores that the page has.
 */
function withImporters(
  modules: readonly EnvironmentModuleNode[],
  folder: string,
): Set<EnvironmentModuleNode> {
  const found = new Set(modules)
  // A set's loop comes to what is added meanwhile.
  for (const { importers } of found)
    for (const importer of importers) if (importer.file?.startsWith(`${folder}/`)) found.add(importer)
  return found
}

/** A file of a plugin's halves or translations; what tests import is none. */
const PLUGIN_FILE = /^([a-z][a-z0-9-]*)\/.*(?<!\.test)\.(?:tsx?|json)$/

/**
 * In development: when a plugin changes, its host loads the browser half again, and the page is not reloaded. Also when the
 * server half alone changes, whose failure may have stopped it.
 */
const pluginFiles = (): Plugin => {
  const plugins = new URL('plugins/', import.meta.url).pathname
  return {
    name: 'plugin-files',
    apply: 'serve',
    hotUpdate({ type, file, modules, timestamp }) {
      if (this.environment.name !== 'client' || type !== 'update' || !file.startsWith(plugins))
        return undefined
      const [, id] = PLUGIN_FILE.exec(file.slice(plugins.length)) ?? []
      if (id === undefined) return undefined
      const folder = `${plugins}${id}`
      for (const module of withImporters(modules, folder)) {
        this.environment.moduleGraph.invalidateModule(module)
        module.lastHMRTimestamp = timestamp
      }
      this.environment.hot.send('lectern:plugin', { id, folder: `/@fs${folder}`, timestamp })
      return []
    },
  }
}

/** The page that public/at-hand.js keeps is that of the worker's own build, and goes with it. */
const nameBuildAtHand: ManifestTransform = async (manifest) => {
  const page = manifest.find(({ url }) => url === 'index.html')
  if (!page?.revision) throw new Error('The build has no page')
  const file = new URL('dist/at-hand.js', import.meta.url)
  await writeFile(file, (await readFile(file, 'utf8')).replace("'BUILD'", `'${page.revision}'`))
  return { manifest, warnings: [] }
}

export default defineConfig({
  root: 'src/app',
  publicDir: '../../public',
  plugins: [
    react(),
    prePaint(),
    pluginRuntime(),
    pluginApi(),
    commandRows(),
    messages(),

    pluginRows(),
    firstScript(),
    pluginFiles(),
    VitePWA({
      strategies: 'generateSW',
      registerType: 'prompt',
      injectRegister: false,
      // public/manifest.webmanifest is the manifest; it is written by hand.
      manifest: false,
      workbox: {
        globPatterns: ['**/*.{js,css,html,wasm,svg,png,ico,webmanifest,woff2}'],
        globIgnores: [
          'assets/colouring/**',
          'assets/online/**',
          'assets/types/**',
          // The browser asks for the faces and scripts that are used; see below.
          'assets/fonts/!(sn-pro-latin-wght-normal)*',
          'screenshots/**',
          'at-hand.js',
          'push.js',
          'plugin-frame.html',
          '**/*.map',
        ],
        importScripts: ['at-hand.js', 'push.js'],
        manifestTransforms: [nameBuildAtHand],
        maximumFileSizeToCacheInBytes: 4_000_000,
        navigateFallback: 'index.html',
        // Wherever the reader is served: PUBLIC_URL has no such part in its path (src/server/config.ts).
        navigateFallbackDenylist: [
          /^[^?]*\/(api|share|avatars|pictures|recordings|feed|list|profile|plugins)\//,
          /^[^?]*\/healthz$/,
        ],
        cleanupOutdatedCaches: true,
        clientsClaim: true,
        runtimeCaching: [
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.includes('/assets/fonts/'),
            handler: 'CacheFirst',
            options: { cacheName: 'fonts', expiration: { maxEntries: 40 } },
          },
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.includes('/assets/colouring/'),
            handler: 'CacheFirst',
            options: { cacheName: 'colouring', expiration: { maxEntries: 80 } },
          },
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.includes('/assets/types/'),
            handler: 'CacheFirst',
            // The worker, and its messages in one language.
            options: { cacheName: 'types', expiration: { maxEntries: 2 } },
          },
        ],
      },
    }),
  ],
  resolve: {
    // React has had this hook itself since 18; what stands in for it in older ones need not be sent.
    alias: [
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      {
        find: 'use-sync-external-store/shim/with-selector.js',
        replacement: 'use-sync-external-store/with-selector.js',
      },
    ],
  },
  // The build does not know below which path it is served: its files name each other relatively, and the server writes the path
  // into the page (src/server/http/pages.ts).
  experimental: {
    renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  build: {
    outDir: '../../dist',
    emptyOutDir: true,
    target: 'es2024',
    // One grammar of code is larger than the usual limit; it is loaded only by who reads such code.
    chunkSizeWarningLimit: 1000,
    // Every supported browser has modulepreload.
    modulePreload: { polyfill: false },
    // One sheet for all: each that came later, with layers in it, would have the whole page laid out anew.
    cssCodeSplit: false,
    // Without named browsers light-dark() is rewritten into a form that no nested data-theme can turn.
    cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // A component that only a dialog uses goes with the dialog, though both know it by the kit's one index.
      // What only developers can ask for is not sent to readers.
      treeshake: {
        moduleSideEffects: [
          { test: /\/src\/ui\/[^/]+\.tsx?$/, sideEffects: false },
          { test: /\/src\/model\/debug\//, sideEffects: false },
          { test: /\/commands\/debug\.ts$/, sideEffects: false },
        ],
      },
      output: {
        // The start is one file: forty small ones take longer to request and compress worse.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], includeDependenciesRecursively: false },
            { name: groupOf, debugName: 'loaded together', includeDependenciesRecursively: false },
          ],
        },
        entryFileNames: 'assets/start-[hash].js',
        assetFileNames: ({ names }) =>
          `assets/${names[0]?.endsWith('.woff2') ? 'fonts/' : ''}[name]-[hash][extname]`,
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${isColouring(facadeModuleId) ? 'colouring/' : isOnline(facadeModuleId) ? 'online/' : ''}[name]-[hash].js`,
      },
    },
  },
  // In development packages are bundled before the first page; one that is found later would reload it. Vite finds no workers.
  optimizeDeps: { entries: ['index.html', '../local/worker/main.ts'] },
  define: { LECTERN_VERSION: JSON.stringify(version) },
  worker: {
    format: 'es',
    plugins: () => [pluginApi()],
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        entryFileNames: ({ facadeModuleId }) =>
          isTypes(facadeModuleId) ? 'assets/types/[name]-[hash].js' : 'assets/database-[hash].js',
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${isTypes(facadeModuleId) ? 'types/' : ''}[name]-[hash].js`,
      },
    },
  },
  // The server judges writes by their Host and Origin, so the browser's own must reach it.
  server: {
    port: 5173,
    proxy: {
      '/api': { target: `http://127.0.0.1:${process.env['PORT'] || '4310'}`, changeOrigin: false },
    },
  },
  test: {
    root: '.',
    projects: testProjects(import.meta.dirname),
    globalSetup: 'tests/support/shared-files.ts',
    // The contrast of themes is compared with the reader's own colours; other style sheets are empty in tests.
    css: { include: [/\/tokens\.css/] },
    maxWorkers: 2,
    // Generous: a slow machine is no failure, and PGlite takes seconds to begin.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    retry: process.env['CI'] ? 1 : 0,
  },
})
