/** What plugins that save entries to a service have in common: the refusals of the service, in the host's own words. */
import { z } from 'zod'
import { PluginRefusal } from './manifest.ts'
import type { OutboundResponse } from './outbound.ts'

/** Characters of a service's own explanation that a message shows. */
const REASON_LENGTH = 300

/**
 * A value that the user has to enter first.
 * @param service its name, as users know it
 * @param setting the key of the setting or secret, whose label the message shows
 * @throws PluginRefusal `outside.missing` when it is empty
 */
export function required(value: unknown, service: string, setting: string): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '') throw new PluginRefusal('outside.missing', { service, setting })
  return text
}

/** The entry's address. @throws PluginRefusal `outside.noAddress` when it has none */
export function webAddressOf(entry: { readonly url?: string | null | undefined }, service: string): string {
  if (!entry.url) throw new PluginRefusal('outside.noAddress', { service })
  return entry.url
}

type Titled = {
  readonly entry: {
    readonly title?: string | null | undefined
    readonly url?: string | null | undefined
    readonly author?: string | null | undefined
    readonly publishedAt: string
  }
  readonly feed: { readonly title?: string | null | undefined }
}
/** How an entry is headed where it is sent as a text: its title, or what stands for it; author, feed and day. */
export const headingOf = ({ entry, feed }: Titled): { readonly title: string; readonly origin: string } => ({
  title: entry.title || entry.url || (feed.title ?? ''),
  origin: [entry.author, feed.title, entry.publishedAt.slice(0, 10)].filter(Boolean).join(' · '),
})

/** An address from the settings, without the slash at its end. */
export const baseAddress = (value: unknown): string =>
  String(value ?? '')
    .trim()
    .replace(/\/+$/, '')

/** @returns the response if it is a success. @throws PluginRefusal {@link refusalOf} */
export function succeeded(reply: OutboundResponse, service: string): OutboundResponse {
  if (reply.status < 200 || reply.status >= 300) throw refusalOf(reply, service)
  return reply
}

/**
 * The JSON of a response, as the service documents it.
 * @throws PluginRefusal `outside.unreadable` where it does not fit the schema
 */
export function bodyOf<T extends z.ZodType>(
  reply: OutboundResponse,
  schema: T,
  service: string,
): z.output<T> {
  const parsed = schema.safeParse(jsonOf(reply))
  if (!parsed.success) throw new PluginRefusal('outside.unreadable', { service })
  return parsed.data
}

function jsonOf(reply: OutboundResponse): unknown {
  try {
    return reply.json()
  } catch {
    return undefined
  }
}

/** A response that is no success, as a message to the user. */
export function refusalOf(reply: OutboundResponse, service: string): PluginRefusal {
  const { status } = reply
  if (status === 401 || status === 403) return new PluginRefusal('outside.notAccepted', { service })
  if (status === 429) {
    const seconds = Number(reply.headers['retry-after'])
    return Number.isFinite(seconds) && seconds > 0
      ? new PluginRefusal('outside.tooOftenWait', { service, seconds })
      : new PluginRefusal('outside.tooOften', { service })
  }
  if (status >= 500) return new PluginRefusal('outside.down', { service, status })
  return new PluginRefusal('outside.refused', { service, status, reason: reasonIn(reply.text) })
}

/** Services name the wrong fields in JSON; of anything else the text is shown. */
function reasonIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    const explained = explanation.safeParse(body)
    if (explained.success) return explained.data.slice(0, REASON_LENGTH)
    if (body && typeof body === 'object')
      return Object.entries(body)
        .map(([field, message]) => `${field}: ${[message].flat().map(textOf).join(' ')}`)
        .join('; ')
        .slice(0, REASON_LENGTH)
  } catch {
    // Not JSON: an error page whose text still helps.
  }
  return text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, REASON_LENGTH)
}

/** As OpenAI and others report errors, in a field of its own or of the error. */
const explanation = z.union([
  z.object({ error: z.object({ message: z.string().min(1) }) }).transform(({ error }) => error.message),
  z.object({ message: z.string().min(1) }).transform(({ message }) => message),
])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
