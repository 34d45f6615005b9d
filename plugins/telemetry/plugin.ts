import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

const address = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default('')

export default definePlugin({
  id: 'telemetry',
  version: '1.0.0',
  api: '1.17',
  enabledBy: 'enableTelemetry',
  icon: 'data',
  settings: z.object({ enableTelemetry: z.boolean().default(false), sendErrors: z.boolean().default(true) }),
  readerSettings: z.object({ sendAnonymousData: z.boolean() }),
  secrets: [],
  permissions: ['activity', 'connect:TELEMETRY_POSTHOG_HOST', 'connect:TELEMETRY_SENTRY_DSN'],
  browserEnvironment: z
    .object({
      /** The address of a PostHog server, and the key of a project of it. */
      TELEMETRY_POSTHOG_HOST: address,
      TELEMETRY_POSTHOG_KEY: z.string().trim().default(''),
      /** The address that Sentry names for a project. */
      TELEMETRY_SENTRY_DSN: address,
    })
    .refine((set) => (set.TELEMETRY_POSTHOG_HOST === '') === (set.TELEMETRY_POSTHOG_KEY === ''), {
      path: ['TELEMETRY_POSTHOG_KEY'],
      message: 'TELEMETRY_POSTHOG_HOST and TELEMETRY_POSTHOG_KEY need each other',
    }),
  // It reports what happens.
  activation: ['start'],
})
