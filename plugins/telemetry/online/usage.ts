/** Sends events of use to a PostHog server. */
import { posthog } from 'posthog-js/dist/module.slim.no-external'
import type { Sender } from '../reporter.ts'
import { codes, type Tracker } from '../../../src/plugin-api/trackers.ts'

export type UsageOptions = {
  readonly host: string
  readonly key: string
  readonly userId: string | null
  readonly version: string
  readonly hash: string
  /** Of the interface. */
  readonly language: string
}

/** Addresses and titles say what is read. */
const revealing = /url|path|host$|referr|^title$/

type Properties = Readonly<Record<string, unknown>>
const withoutAddresses = (properties: Properties = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !revealing.test(name)))

/** Spec 9. The library clamps the flush interval to 250 to 5000 ms, and the idle timeout to 60 to 36000 s. */
export const RULES = {
  request_queue_config: { flush_interval_ms: 3000 },
  session_idle_timeout_seconds: 1800,
  rate_limiting: { events_per_second: 10, events_burst_limit: 100 },
  feature_flag_request_timeout_ms: 3000,
  surveys_request_timeout_ms: 10_000,
  properties_string_max_length: 65_535,
  cookie_expiration: 365,
} as const

let starts = 0

/** @throws without a key */
export function startUsage(options: UsageOptions, rules: object = {}): Sender<Tracker> {
  const { host, key, userId, version, hash, language } = options
  if (key === '') throw new Error('PostHog needs a key')
  starts += 1
  const client = posthog.init(
    key,
    {
      ...RULES,
      ...rules,
      api_host: host,
      person_profiles: 'identified_only',
      before_send: (event) =>
        event && {
          ...event,
          properties: withoutAddresses(event.properties),
          $set: withoutAddresses(event.$set),
          $set_once: withoutAddresses(event.$set_once),
        },
      save_referrer: false,
      save_campaign_params: false,
      autocapture: false,
      capture_pageview: false,
      capture_pageleave: false,
      capture_performance: false,
      capture_dead_clicks: false,
      capture_exceptions: false,
      capture_heatmaps: false,
      // Only who has signed in gets here: no crawlers.
      opt_out_useragent_filter: true,
      disable_session_recording: true,
      disable_surveys: true,
      disable_external_dependency_loading: true,
      advanced_disable_flags: true,
    },
    `telemetry-${starts}`,
  )
  const send: Sender<Tracker>['send'] = ({ name, properties }) =>
    void client.capture(name, { code: codes[name], ...properties })
  client.register({ build: 'web', version, hash, language })
  if (userId !== null) {
    client.identify(userId, { build: 'web', version, hash, language })
    send({ name: 'identify', properties: {} })
  }
  send({ name: 'appInit', properties: {} })
  send({ name: 'uiInit', properties: {} })
  return {
    send,
    stop() {
      client.reset(true)
      // The library has no other way to drop what waits in its queues: it sends nothing before it is loaded.
      Object.assign(client, { __loaded: false })
    },
  }
}
