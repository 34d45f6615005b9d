import { combine, createEffect, sample } from 'effector'
import { defineClient } from '../../src/plugin-api/client.ts'
import { createReporter } from './reporter.ts'
import { trackerOf, type Tracker } from '../../src/plugin-api/trackers.ts'

export default defineClient(({ activity, environment, reader, $settings, started, failed, onStop }) => {
  const {
    TELEMETRY_POSTHOG_HOST: host = '',
    TELEMETRY_POSTHOG_KEY: key = '',
    TELEMETRY_SENTRY_DSN: dsn = '',
  } = environment
  const { version, hash, $userId, happened, errorShown } = activity
  const $facts = combine({ userId: $userId, language: reader.$language })
  let facts: { readonly userId: string | null; readonly language: string } = { userId: null, language: '' }

  const ignore = () => {}
  const usage = createReporter<Tracker>(async () => {
    const { startUsage } = await import('./online/usage.ts')
    return startUsage({ host, key, version, hash, ...facts })
  }, ignore)
  const errors = createReporter<unknown>(async () => {
    const { startErrors } = await import('./online/errors.ts')
    return startErrors({ dsn, version })
  }, ignore)

  const wantFx = createEffect(
    async ({ settings, now }: { settings: Readonly<Record<string, unknown>>; now: typeof facts }) => {
      facts = now
      await Promise.all([
        usage.want(host !== '' && settings['sendAnonymousData'] === true),
        errors.want(dsn !== '' && settings['sendErrors'] !== false),
      ])
    },
  )
  sample({
    clock: [$settings, started],
    source: { settings: $settings, now: $facts },
    target: wantFx,
  })
  sample({ clock: wantFx.failData, target: failed })
  const trackFx = createEffect((tracker: Tracker) => usage.send(tracker))
  sample({ clock: happened.filterMap((event) => trackerOf(event) ?? undefined), target: trackFx })
  const reportFx = createEffect((error: unknown) => errors.send(error))
  sample({ clock: errorShown, target: reportFx })
  onStop(() => {
    void usage.want(false)
    void errors.want(false)
  })
})
