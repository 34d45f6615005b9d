/** Failures of a fetch, which the server describes in English and the reader translates. */
import { createMessages } from './message-templates.ts'

/** The server's messages; `service` is who refused in place of the site. Translations: locales errors.json, `fetch`. */
const templates = {
  challenge:
    '{{service}} shows a page that only a browser passes, in place of the feed. Asked again later, ever more rarely (HTTP {{status}})',
  blocked:
    '{{service}} refuses requests from this server. Asked again later, ever more rarely (HTTP {{status}})',
  consent:
    '{{service}} shows a page that asks for consent, in place of the feed. Asked again later, ever more rarely (HTTP {{status}})',
} as const
export type FetchProblem = { readonly key: keyof typeof templates; readonly service: string }

const { read, write } = createMessages(templates)

/** @param status HTTP status of the response */
export const fetchProblemMessage = ({ key, service }: FetchProblem, status: number): string =>
  write(key, { service, status: String(status) })

/** The problem in a message of the server, and the status; null for any other message. */
export const readFetchProblem = read
