/** Removes from what Sentry's library sends all that says what is read: addresses, searches, selectors. */
import type { makeFetchTransport } from '@sentry/browser'

export type Envelope = Parameters<ReturnType<typeof makeFetchTransport>['send']>[0]
type Fields = Readonly<Record<string, unknown>>
type Attributes = Readonly<Record<string, { readonly value?: unknown } | undefined>>

/** The attributes of a span that are sent: all others are dropped, as new versions of the library bring new ones. */
const SENT_ATTRIBUTES: ReadonlySet<string> = new Set([
  'browser.navigation.type',
  'browser.paint.type',
  'browser.script.invoker_type',
  'browser.web_vital.cls.value',
  'browser.web_vital.fcp.value',
  'browser.web_vital.fp.value',
  'browser.web_vital.inp.interaction_type',
  'browser.web_vital.inp.value',
  'browser.web_vital.lcp.load_time',
  'browser.web_vital.lcp.render_time',
  'browser.web_vital.lcp.size',
  'browser.web_vital.lcp.value',
  'browser.web_vital.ttfb.request_time',
  'browser.web_vital.ttfb.value',
  'device.memory.estimated_capacity',
  'device.processor_count',
  'http.request.method',
  'http.request.same_origin',
  'http.request.time_to_first_byte',
  'http.response.body.size',
  'http.response.size',
  'http.response.status_code',
  'network.connection.effective_type',
  'network.connection.rtt',
  'sentry.environment',
  'sentry.exclusive_time',
  'sentry.idle_span_finish_reason',
  'sentry.op',
  'sentry.origin',
  'sentry.release',
  'sentry.replay_id',
  'sentry.sample_rate',
  'sentry.sdk.name',
  'sentry.sdk.version',
  'sentry.segment.id',
  'sentry.trace_lifecycle',
  'user_agent.original',
])
/** They name the part of the reader, and are sent where they do. */
const SCREEN_ATTRIBUTES: ReadonlySet<string> = new Set(['sentry.segment.name', 'sentry.transaction'])

/** The first part of a path: the others name feeds, entries and searches. */
export const screenOf = (path: string): string => `/${path.split('/')[1] ?? ''}`
const isScreen = (name: unknown): boolean => typeof name === 'string' && /^\/[a-z-]*$/.test(name)

const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)]*/gi
const SCRIPT = /^\/assets\/[\w.-]+\.js(:\d+)*$/
/** @param base the path below which the reader is: letters, digits, and . _ ~ - / */
const pathsBelow = (base: string): RegExp =>
  new RegExp(
    String.raw`(?<![\w.:/-])${base.replaceAll('.', String.raw`\.`)}\/(timeline|settings|discover|share|profile|search|power)\/[^\s"']*`,
    'g',
  )

/** @param reader its address without a slash at the end; stack traces name its scripts */
export function withoutAddresses([header, items]: Envelope, reader: string): Envelope {
  const paths = pathsBelow(new URL(reader).pathname.replace(/\/$/, ''))
  const textOf = (text: string): string =>
    text
      .replaceAll(ADDRESS, (address) =>
        address.startsWith(`${reader}/`) && SCRIPT.test(address.slice(reader.length)) ? address : '',
      )
      .replaceAll(paths, '/$1')

  const cleaned = (value: unknown): unknown => {
    if (typeof value === 'string') return textOf(value)
    if (Array.isArray(value)) return value.map(cleaned)
    if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleaned(one)]))
  }
  const span = ({ links: _, ...fields }: Fields): unknown => {
    const attributes = (fields['attributes'] ?? {}) as Attributes
    const sent = Object.entries(attributes).filter(
      ([name, one]) => SENT_ATTRIBUTES.has(name) || (SCREEN_ATTRIBUTES.has(name) && isScreen(one?.value)),
    )
    const name = isScreen(fields['name']) ? fields['name'] : (attributes['sentry.op']?.value ?? 'span')
    return { ...fields, name, attributes: Object.fromEntries(sent) }
  }
  const item = ([type, payload]: readonly [Fields, unknown]): unknown => {
    if (type['type'] !== 'span') return [type, cleaned(payload)]
    const container = payload as { readonly items: readonly Fields[] }
    return [type, { ...container, items: container.items.map(span) }]
  }
  const { trace, ...rest } = header as Fields
  return [
    { ...rest, ...(trace ? { trace: withScreen(trace as Fields) } : {}) },
    (items as readonly (readonly [Fields, unknown])[]).map(item),
  ] as Envelope
}

function withScreen({ transaction, ...trace }: Fields): Fields {
  return isScreen(transaction) ? { ...trace, transaction } : trace
}
