/** Sends errors, traces and replays to a Sentry server. */
import {
  browserTracingIntegration,
  captureException,
  init,
  makeFetchTransport,
  replayIntegration,
  type BrowserOptions,
} from '@sentry/browser'
import { isIgnored } from '../ignored-errors.ts'
import type { Sender } from '../reporter.ts'

type Envelope = Parameters<ReturnType<typeof makeFetchTransport>['send']>[0]
export type ErrorOptions = { readonly dsn: string; readonly version: string }

/** Shares of all sessions, of those with an error, and of traces (spec 7). */
export const SAMPLING = {
  replaysSessionSampleRate: 0.1,
  replaysOnErrorSampleRate: 1,
  tracesSampleRate: 1,
} as const

/** Attributes that say what is read. */
const MASKED = ['href', 'alt', 'title', 'aria-label', 'placeholder', 'data-entry-id', 'data-subscription-id']

/** The first part of the path: the others name feeds, entries and searches. */
const screenOf = (path: string) => `/${path.split('/')[1] ?? ''}`

export function startErrors({ dsn, version }: ErrorOptions): Sender<unknown> {
  let isOn = true
  const options: BrowserOptions = {
    dsn,
    release: `lectern@${version}`,
    ...SAMPLING,
    sendClientReports: false,
    tracePropagationTargets: [],
    integrations: [
      browserTracingIntegration({
        beforeStartSpan: (span) => ({ ...span, name: screenOf(window.location.pathname) }),
      }),
      // The page's policy permits no worker from a blob, which would compress.
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        maskAttributes: MASKED,
        useCompression: false,
        beforeAddRecordingEvent: (event) => (event.data.tag === 'performanceSpan' ? null : event),
      }),
    ],
    beforeSend: ({ request: _, ...event }, { originalException }) =>
      isOn && !isIgnored(originalException) && !isIgnored(event.exception?.values?.at(-1)?.value)
        ? event
        : null,
    beforeSendTransaction: ({ request: _, spans: __, ...event }) => (isOn ? event : null),
    // Addresses and selectors say what is read.
    beforeBreadcrumb: () => null,
    transport: (transport) => {
      const network = makeFetchTransport(transport)
      return { ...network, send: async (envelope) => (isOn ? network.send(withoutAddresses(envelope)) : {}) }
    },
  }
  const client = init(options)
  client?.addEventProcessor((event) =>
    event.type === 'replay_event' ? { ...event, urls: [], request: undefined } : event,
  )
  return {
    send: (error) => void captureException(error),
    stop() {
      isOn = false
      void client?.close(0)
    },
  }
}

/** Traces, errors and recordings name addresses in many places, and no option of the library removes them all. */
function withoutAddresses(envelope: Envelope): Envelope {
  const [header, items] = envelope
  const cleaned = items.map(([type, payload]) => [type, cleanedPayload(payload)])
  return [cleanedPayload(header, ['dsn', 'sent_at']), cleaned] as Envelope
}

/** The origin stays in stack traces, whose files are the reader's own. */
const ADDRESS = /https?:\/\/[^\s"'<>)]*/g
const OWN_FILE = /\/assets\/[\w.-]+(:\d+)*$/
const PATH = /(?<![\w.:/-])\/(timeline|settings|discover|share|profile|search|power)\/[^\s"']*/g

const cleanedText = (text: string): string =>
  text.replaceAll(ADDRESS, (address) => (OWN_FILE.test(address) ? address : '')).replaceAll(PATH, '/$1')

function cleanedPayload(payload: unknown, except: readonly string[] = []): unknown {
  if (typeof payload === 'string') return cleanedText(payload)
  if (Array.isArray(payload)) return payload.map((one) => cleanedPayload(one))
  if (payload === null || typeof payload !== 'object' || ArrayBuffer.isView(payload)) return payload
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [
      name,
      except.includes(name) ? value : cleanedPayload(value),
    ]),
  )
}
