/** Sends errors, traces and replays to a Sentry server. */
import {
  browserTracingIntegration,
  captureException,
  init,
  makeFetchTransport,
  replayIntegration,
  type BrowserOptions,
} from '@sentry/browser'
import { basePath, toReaderPath } from '../../../src/plugin-api/base-path.ts'
import { isIgnored } from '../ignored-errors.ts'
import type { Sender } from '../reporter.ts'
import { screenOf, withoutAddresses } from './without-addresses.ts'

export type ErrorOptions = { readonly dsn: string; readonly version: string }

/** Shares of all sessions, of those with an error, and of traces (spec 7). */
const SAMPLING = {
  replaysSessionSampleRate: 0.1,
  replaysOnErrorSampleRate: 1,
  tracesSampleRate: 1,
} as const

/** Attributes of recorded elements that say what is read. */
const MASKED = [
  'alt',
  'aria-activedescendant',
  'aria-controls',
  'aria-describedby',
  'aria-description',
  'aria-details',
  'aria-label',
  'aria-labelledby',
  'aria-owns',
  'aria-valuetext',
  'cite',
  'content',
  'data-command-args',
  'data-entry-id',
  'data-feed-id',
  'data-subscription-id',
  'data-tooltip',
  'data-value',
  'datetime',
  'download',
  'for',
  'href',
  'id',
  'name',
  'placeholder',
  'src',
  'srcset',
  'title',
  'value',
]

/** The library permits one recorder in a page. Errors that are allowed again come without recordings until a reload. */
let hasRecorder = false

export function startErrors({ dsn, version }: ErrorOptions): Sender<unknown> {
  let isOn = true
  const recorder = hasRecorder ? null : createRecorder()
  hasRecorder = true
  const options: BrowserOptions = {
    dsn,
    release: `lectern@${version}`,
    ...SAMPLING,
    sendClientReports: false,
    tracePropagationTargets: [],
    integrations: [
      browserTracingIntegration({
        beforeStartSpan: (span) => ({ ...span, name: screenOf(toReaderPath(window.location.pathname)) }),
      }),
      ...(recorder ? [recorder] : []),
    ],
    beforeSend: ({ request: _, ...event }, { originalException }) =>
      isOn && !isIgnored(originalException) && !isIgnored(event.exception?.values?.at(-1)?.value)
        ? event
        : null,
    // Breadcrumbs are addresses and selectors.
    beforeBreadcrumb: () => null,
    transport: (transport) => {
      const network = makeFetchTransport(transport)
      return {
        ...network,
        send: async (envelope) =>
          isOn ? network.send(withoutAddresses(envelope, window.location.origin + basePath)) : {},
      }
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
      void recorder?.stop({ flush: false })
      void client?.close(0)
    },
  }
}

const createRecorder = () =>
  replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    maskAttributes: MASKED,
    // The page's policy permits no worker from a blob, which would compress.
    useCompression: false,
    beforeAddRecordingEvent: (event) => (event.data.tag === 'performanceSpan' ? null : event),
  })
