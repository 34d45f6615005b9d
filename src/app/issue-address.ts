/** The address of a prefilled issue form: it contains details of the error and no user data. */
const ISSUES = 'https://github.com/lectern-reader/lectern/issues/new'

export type ErrorReport = {
  readonly error: unknown
  readonly message: string
  /** X-Session-Id of the tab; empty before the first request. */
  readonly sessionTrace: string
  readonly errorTrace: string
  /** Whether the user is on trial; null before the server has responded. */
  readonly mode: 'user' | 'trial' | null
}

export function issueAddress({ error, message, sessionTrace, errorTrace, mode }: ErrorReport): string {
  const stack = error instanceof Error ? error.stack : undefined
  const body = [
    '### What happened',
    '',
    '### Details',
    `- version: ${LECTERN_VERSION}`,
    `- system: ${navigator.platform}`,
    `- browser: ${browserName(navigator.userAgent)}`,
    `- user agent: ${navigator.userAgent}`,
    `- environment: ${import.meta.env.MODE}, web`,
    `- mode: ${mode ?? 'unknown'}`,
    `- session trace: ${sessionTrace}`,
    `- error trace: ${errorTrace}`,
    `- at: ${new Date().toISOString()}`,
    '',
    '```',
    (stack ?? message).slice(0, 3000),
    '```',
  ].join('\n')
  return `${ISSUES}?${new URLSearchParams({ title: `Error: ${message.slice(0, 120)}`, body })}`
}

/** Tokens of user agents, most special first: Edge and Opera also call themselves Chrome. */
const BROWSERS = { Edg: 'Edge', OPR: 'Opera', Firefox: 'Firefox', Chrome: 'Chrome', Version: 'Safari' }

/** Name and version by the user agent: `Firefox 128.0`; the whole user agent of others. */
export function browserName(userAgent: string): string {
  for (const [token, name] of Object.entries(BROWSERS)) {
    const version = new RegExp(`${token}/([\\d.]+)`).exec(userAgent)?.[1]
    if (version !== undefined) return `${name} ${version}`
  }
  return userAgent
}
