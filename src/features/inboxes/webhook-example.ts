/** A command line that puts an entry into an inbox by its webhook (wire-contract 12). */
export function webhookExample({
  origin,
  handle,
  secret,
  at,
}: {
  readonly origin: string
  readonly handle: string
  readonly secret: string
  /** publishedAt of the entry, ISO */
  readonly at: string
}): string {
  const entry = { guid: 'hello-1', title: 'Hello', content: '<p>Hello</p>', publishedAt: at }
  return [
    `curl -X POST ${origin}/api/inboxes/webhook \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -H 'X-Follow-Handle: ${handle}' \\`,
    `  -H 'X-Follow-Secret: ${secret}' \\`,
    `  -d '${JSON.stringify(entry)}'`,
  ].join('\n')
}
