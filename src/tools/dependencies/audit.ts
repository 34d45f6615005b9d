/** Queries npm's advisory source for known faults of the lockfile's packages. */
import { execFile } from 'node:child_process'
import { z } from 'zod'

type Advisory = {
  readonly package: string
  readonly title: string
  /** info, low, moderate, high or critical */
  readonly severity: string
  /** Where the advisory can be read. */
  readonly url: string
  /** The versions that have the fault. */
  readonly range: string
}
export type AuditResult =
  | { readonly audited: true; readonly advisories: readonly Advisory[] }
  /** No source responded; `reason` is npm's. */
  | { readonly audited: false; readonly reason: string }

const TIMEOUT_MS = 60_000
const FETCH_TIMEOUT_MS = 20_000

/** What `npm audit --json` prints, version 2. In `via` a name stands for an advisory that is listed under that name. */
const reportSchema = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([
          z.string(),
          z.object({
            name: z.string(),
            title: z.string(),
            severity: z.string(),
            url: z.string(),
            range: z.string(),
          }),
        ]),
      ),
    }),
  ),
})
const failureSchema = z.object({ message: z.string() })

/**
 * Runs `npm audit` on a folder's lockfile, with npm's own settings of registry and proxy.
 * @param env on top of this process's own
 * @param timeout ms, after which the source counts as not responding
 */
export async function audit(
  folder: string,
  env: Readonly<Record<string, string>> = {},
  timeout = TIMEOUT_MS,
): Promise<AuditResult> {
  const { output, error } = await npmAudit(folder, env, timeout)
  const printed = parse(output)
  const report = reportSchema.safeParse(printed)
  if (!report.success) {
    const failure = failureSchema.safeParse(printed)
    return { audited: false, reason: failure.success ? failure.data.message : error }
  }
  const advisories = new Map<string, Advisory>()
  for (const { via } of Object.values(report.data.vulnerabilities))
    for (const one of via) {
      if (typeof one === 'string') continue
      const { name, title, severity, url, range } = one
      advisories.set(`${name} ${url}`, { package: name, title, severity, url, range })
    }
  return { audited: true, advisories: [...advisories.values()] }
}

function npmAudit(
  folder: string,
  env: Readonly<Record<string, string>>,
  timeout: number,
): Promise<{ readonly output: string; readonly error: string }> {
  const parameters = [
    'audit',
    '--json',
    // Without the network npm would report an empty list, as if all were well.
    '--offline=false',
    '--fetch-retries=0',
    `--fetch-timeout=${FETCH_TIMEOUT_MS}`,
  ]
  // The npm that runs this script, else the one in PATH.
  const cli = process.env['npm_execpath']
  const [command, first] = cli?.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []]
  return new Promise((resolve) => {
    execFile(
      command,
      [...first, ...parameters],
      { cwd: folder, env: { ...process.env, ...env }, timeout, maxBuffer: 64 * 1024 * 1024 },
      // npm exits with 1 when there are advisories and when no source responds: its output decides.
      (cause, stdout) =>
        resolve({
          output: stdout,
          error: cause?.killed ? 'npm took too long' : (cause?.message ?? 'npm printed nothing'),
        }),
    )
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
