/** The step of `npm run check` for dependencies: none with a refused licence, none with a known fault. */
import { root } from '../step.ts'
import { audit } from './audit.ts'
import { isAllowed, licensedPackages, licenceSummary, licenceTable } from './licences.ts'
import { readManifest } from './manifest.ts'

/** Faults that do not concern Lectern: the advisory's address, with the reason. */
const acceptedAdvisories: Readonly<Record<string, string>> = {}

/**
 * @param folder of package.json and its lockfile
 * @param env for npm, on top of this process's own
 * @param timeout for the audit, ms
 * @returns lines to print, and errors, a line each
 */
export async function checkDependencies(
  folder = root,
  env: Readonly<Record<string, string>> = {},
  timeout?: number,
): Promise<{ readonly report: readonly string[]; readonly problems: readonly string[] }> {
  const { manifest, lockfile } = readManifest(folder)
  const packages = licensedPackages(manifest, lockfile)
  const audited = await audit(folder, env, timeout)
  const advisories = audited.audited ? audited.advisories : []
  const report = [
    licenceSummary(packages),
    audited.audited
      ? `${packages.length} packages were audited; known advisories: ${advisories.length}.`
      : `No advisory source could be reached: dependencies were not audited. (${audited.reason})`,
  ]
  const problems = [
    ...packages
      .filter(({ licence }) => !isAllowed(licence))
      .map(
        ({ name, version, licence }) =>
          `${name} ${version} has a licence that is not allowed: ${licence || 'none'}.`,
      ),
    ...advisories
      .filter(({ url }) => !(url in acceptedAdvisories))
      .map(
        (one) => `${one.package} ${one.range} has a known fault (${one.severity}): ${one.title}. ${one.url}`,
      ),
  ]
  return { report, problems }
}

/** Every package with its licence: `npm run check -- --licences`. */
export function allLicences(folder = root): string {
  const { manifest, lockfile } = readManifest(folder)
  return licenceTable(licensedPackages(manifest, lockfile))
}
