/** Every package's licence, as the lockfile names it, and whether Lectern may be distributed with it. */
import { directDependencies, type Lockfile, type Manifest } from './manifest.ts'

export type LicensedPackage = {
  readonly name: string
  readonly version: string
  /** An SPDX expression; '' where the package names none. */
  readonly licence: string
  /** Named in package.json. */
  readonly direct: boolean
  /** Not needed to run Lectern. */
  readonly development: boolean
}

/** SPDX identifiers that require no more than a notice, and copyleft that is limited to the package's own files. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  // Fonts.
  'OFL-1.1',
])

/** @returns every package of the lockfile by name and version, each once */
export function licensedPackages(manifest: Manifest, lockfile: Lockfile): LicensedPackage[] {
  const direct = new Set(directDependencies(manifest).map((name) => `node_modules/${name}`))
  const packages = new Map<string, LicensedPackage>()
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    if (path === '') continue
    const { version = '', license = '', dev, devOptional } = entry
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const known = packages.get(`${name}@${version}`)
    packages.set(`${name}@${version}`, {
      name,
      version,
      licence: license,
      direct: direct.has(path) || known?.direct === true,
      development: (dev || devOptional) && known?.development !== false,
    })
  }
  return [...packages.values()].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/**
 * Whether a licence is on the list: one of the choices of `A OR B`, all of `A AND B`. An expression with both, or with an
 * exception, is refused: a human has to read it.
 */
export function isAllowed(licence: string): boolean {
  const expression = licence.replaceAll(/[()]/g, '')
  const choices = expression.split(' OR ')
  const parts = expression.split(' AND ')
  if (choices.length > 1 && parts.length > 1) return false
  return choices.length > 1 ? choices.some((id) => allowed.has(id)) : parts.every((id) => allowed.has(id))
}

/** One line per licence: how many packages have it, and which of them package.json names. */
export function licenceSummary(packages: readonly LicensedPackage[]): string {
  const byLicence = Map.groupBy(packages, ({ licence }) => licence)
  const lines = [...byLicence]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([licence, group]) => {
      const named = group.filter(({ direct }) => direct).map(({ name, version }) => `${name} ${version}`)
      return `  ${licence || 'none named'}: ${group.length}${named.length > 0 ? ` (${named.join(', ')})` : ''}`
    })
  const direct = packages.filter((one) => one.direct).length
  return [`Licences of ${packages.length} packages, the ${direct} of package.json by name:`, ...lines].join(
    '\n',
  )
}

/** One line per package: name, version, licence, and what it is needed for. */
export function licenceTable(packages: readonly LicensedPackage[]): string {
  const rows = packages.map(({ name, version, licence, direct, development }) => [
    name,
    version,
    licence || 'none named',
    `${development ? 'development' : 'production'}${direct ? ', direct' : ''}`,
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
