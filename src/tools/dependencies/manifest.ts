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
      /** Needed for development, and by choice by something else. */
      devOptional: z.boolean().default(false),
    }),
  ),
})

export type Manifest = z.infer<typeof manifestSchema>
/** Packages by their path from the top, `node_modules/a/node_modules/b`; '' is the project itself. */
export type Lockfile = z.infer<typeof lockfileSchema>

/** @param folder where the two files stand @throws when one is missing or of another form */
export function readManifest(folder: string): { readonly manifest: Manifest; readonly lockfile: Lockfile } {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'))
  return {
    manifest: manifestSchema.parse(read('package.json')),
    lockfile: lockfileSchema.parse(read('package-lock.json')),
  }
}

/** Names that package.json asks for, of all kinds. */
export function directDependencies(manifest: Manifest): string[] {
  return Object.keys({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  }).toSorted()
}
