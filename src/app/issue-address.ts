/** Where problems are reported; the form is filled with what helps to find the cause, and nothing of the person's. */
const ISSUES = 'https://github.com/lectern-reader/lectern/issues/new'

export function issueAddress(error: unknown): string {
  const words = error instanceof Error ? error : new Error(String(error))
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
    (words.stack ?? words.message).slice(0, 3000),
    '```',
  ].join('\n')
  return `${ISSUES}?${new URLSearchParams({ title: `Error: ${words.message.slice(0, 120)}`, body })}`
}
