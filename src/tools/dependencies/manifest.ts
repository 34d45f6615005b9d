/** package.json and package-lock.json, as far as the checks of dependencies read them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const versions = z.record(z.string(), z.string()).default({})
const manifestSchema = z.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
})
const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().default(false),
      /** A development dependency that is also an optional one. */
      devOptional: z.boolean().default(false),
    }),
  ),
})

export type Manifest = z.infer<typeof manifestSchema>
/** Packages by their path from the top, `node_modules/a/node_modules/b`; '' is the project itself. */
export type Lockfile = z.infer<typeof lockfileSchema>

/** @param folder of the two files @throws when one is missing or has another form */
export function readManifest(folder: string): { readonly manifest: Manifest; readonly lockfile: Lockfile } {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  return {
    manifest: manifestSchema.parse(read('package.json')),
    lockfile: lockfileSchema.parse(read('package-lock.json')),
  }
}

/** Names of all kinds of dependencies in package.json. */
export function directDependencies(manifest: Manifest): string[] {
  return Object.keys({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  }).toSorted()
}
