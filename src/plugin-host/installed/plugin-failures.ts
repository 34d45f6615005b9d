/** What stopped a plugin is named, and crashes of installed plugins are counted. */
import { createEvent, merge, sample } from 'effector'
import { errorNotified } from '../../model/app/index.ts'
import { $services } from '../../model/services.ts'
import { $pluginSources } from '../run/catalogue.ts'
import { $crashes, isSwitchedOff, pluginCrashed, serverHalfCrashed, withCrash } from './crashes.ts'
import { stopReason } from '../run/stop-reason.ts'
import { settingsAction } from '../settings/setting-address.ts'

/** A plugin threw something other than a PluginRefusal. */
export const pluginFailed = createEvent<{ id: string; error: unknown }>()

/** The id of the message that names a failed plugin. */
export const failureMessageOf = (plugin: string): string => `plugin-failed ${plugin}`

/** `reason` null: its server half crashed, of which its call says why, and it runs on until it is one crash too many. */
const failure = sample({
  clock: merge([
    pluginFailed.map(({ id, error }) => ({ id, reason: stopReason(error) })),
    serverHalfCrashed.map((id) => ({ id, reason: null })),
  ]),
  source: { services: $services, sources: $pluginSources, crashes: $crashes },
  fn: ({ services, sources, crashes }, { id, reason }) => {
    // A built-in plugin is a part of the reader: its failures are not counted.
    const isCounted = sources.some((source) => source.id === id && source.installed)
    const crash = { id, at: services.clock.now() }
    return { reason, crash, isCounted, isOff: isCounted && isSwitchedOff(withCrash(crashes, crash), id) }
  },
})
sample({
  clock: failure.filterMap(({ crash, isCounted }) => (isCounted ? crash : undefined)),
  target: pluginCrashed,
})
sample({
  clock: failure,
  filter: ({ reason, isOff }) => reason !== null || isOff,
  fn: ({ reason, crash, isOff }) => ({
    id: failureMessageOf(crash.id),
    key: isOff ? 'app:plugin.crashed.message' : 'app:plugin.broke',
    values: { plugin: crash.id },
    action: settingsAction(crash.id),
    ...(reason !== null && { reason }),
  }),
  target: errorNotified,
})
