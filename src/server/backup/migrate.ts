/** Schemas of the server and its plugins, at any migration of their history. */
import { serverMigrations } from '../../../migrations/server/index.ts'
import { builtInPlugins } from '../plugins/load-manifests.ts'
import { loadPlugins, type Loaded } from '../plugins/load.ts'
import { bookOf, migratePlugin } from '../plugins/migrate.ts'
import { migrate } from '../storage/open.ts'
import type { Migrate } from './restore.ts'

const SERVER = 'kysely_migration'

/** @throws when a plugin cannot be loaded: its tables would be missing */
export async function createMigrate(): Promise<Migrate> {
  const plugins = await loadPlugins(builtInPlugins, (id, cause) => {
    throw new Error(`The plugin ${id} cannot be loaded.`, { cause })
  })
  return async (to, steps) => {
    if (steps) refuseUnknown(steps, plugins)
    await migrate(to, steps?.[SERVER]?.at(-1))
    for (const plugin of plugins) {
      // A backup may have the tables of a first step without its record: earlier servers made them by steps of their own.
      const first = Object.keys(plugin.server?.migrations ?? {}).toSorted()[0]
      const last = steps ? (steps[bookOf(plugin.manifest.id)]?.at(-1) ?? first) : undefined
      if (!steps || last !== undefined) await migratePlugin(to, plugin, last)
    }
  }
}

function refuseUnknown(steps: Readonly<Record<string, string[]>>, plugins: readonly Loaded[]): void {
  const known = new Set([
    ...Object.keys(serverMigrations).map((step) => `${SERVER} ${step}`),
    ...plugins.flatMap(({ manifest, server }) =>
      Object.keys(server?.migrations ?? {}).map((step) => `${bookOf(manifest.id)} ${step}`),
    ),
  ])
  const unknown = Object.entries(steps)
    .flatMap(([book, names]) => names.map((name) => `${book} ${name}`))
    .filter((step) => !known.has(step))
  if (unknown.length > 0)
    throw new Error(`The backup was made by another Lectern, which knows ${unknown.join(', ')}.`)
}
