/** The address of a prefilled issue form: it contains details of the error and no user data. */
const ISSUES = 'https://github.com/lectern-reader/lectern/issues/new'

export function issueAddress(error: unknown): string {
  const cause = error instanceof Error ? error : new Error(String(error))
  const session = sessionStorage.getItem('session_id') ?? ''
  const body = [
    '### What happened',
    '',
    '### Details',
    `- version: ${LECTERN_VERSION}`,
    `- system: ${navigator.platform}`,
    `- browser: ${navigator.userAgent}`,
    `- environment: ${import.meta.env.MODE}, web`,
    `- session: ${session}`,
    `- at: ${new Date().toISOString()}`,
    '',
    '```',
    (cause.stack ?? cause.message).slice(0, 3000),
    '```',
  ].join('\n')
  return `${ISSUES}?${new URLSearchParams({ title: `Error: ${cause.message.slice(0, 120)}`, body })}`
}
