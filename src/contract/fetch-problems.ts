/** Failures of a fetch that the server words in English and the reader in its own language. */

/** The server's messages; `service` is who refused in place of the site. Translations: locales errors.json, `fetch`. */
const templates = {
  challenge:
    '{{service}} shows a page that only a browser passes, in place of the feed. Asked again later, ever more rarely',
  blocked: '{{service}} refuses requests from this server. Asked again later, ever more rarely',
  consent:
    '{{service}} shows a page that asks for consent, in place of the feed. Asked again later, ever more rarely',
} as const
export type FetchProblem = { readonly key: keyof typeof templates; readonly service: string }

/** @param status HTTP status of the response */
export const fetchProblemMessage = ({ key, service }: FetchProblem, status: number): string =>
  `${templates[key].replace('{{service}}', service)} (HTTP ${status})`

/** The problem in a message of the server, and the status; null for any other message. */
export function readFetchProblem(message: string): (FetchProblem & { readonly status: string }) | null {
  const parts = /^(.*) \(HTTP (\d{3})\)$/.exec(message)
  const [, text = '', status = ''] = parts ?? []
  for (const key of Object.keys(templates) as FetchProblem['key'][]) {
    const rest = templates[key].replace('{{service}}', '')
    if (text.endsWith(rest)) return { key, service: text.slice(0, -rest.length), status }
  }
  return null
}
