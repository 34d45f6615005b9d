/** The contract with the calls of all built-in plugins, and what their testing/matrix.ts tests of them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { builtInPlugins, defaultOf, loadManifests } from '../../src/server/plugins/load-manifests.ts'
import type { PluginMatrix } from './api-matrix/row.ts'

const manifests = await loadManifests(builtInPlugins, (id, error) => {
  throw new Error(`${id} cannot be loaded`, { cause: error })
})

/** Something has a price: where nothing has, no code of a second factor is asked for. */
export const hasPayments = manifests.some(({ currency }) => currency !== undefined)

export const pluginMatrices: readonly PluginMatrix[] = await Promise.all(
  manifests
    .map(({ id }) => join(builtInPlugins, id, 'testing/matrix.ts'))
    .filter((file) => existsSync(file))
    .map((file) => defaultOf<PluginMatrix>(file)),
)
export const pluginRows = Object.assign({}, ...pluginMatrices.map(({ rows }) => rows)) as PluginMatrix['rows']
