/** The settings of follow.db: whether it is stored on disk (dataPersist), and how many entries it stores. */
import { attach, createEvent, sample } from 'effector'
import { generalDefaults } from '../../contract/setting-defaults.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { $services } from '../services.ts'
import { $general, settingApplied, settingsRead } from './settings.ts'

const configureRequested = createEvent<{ readonly reloads: boolean }>()
const configureFx = attach({
  source: { services: $services, general: $general },
  effect: async (
    { services: { local, platform }, general: { dataPersist, storedEntries } },
    { reloads }: { readonly reloads: boolean },
  ) => {
    await local.call('database.configure', { persistent: dataPersist, maxEntries: storedEntries })
    // The page still shows entries that the database has deleted.
    if (reloads) platform.reload()
  },
})
sample({ clock: configureRequested, target: configureFx })
notifyFailures(configureFx.failData)

// The worker begins with the defaults.
sample({
  clock: settingsRead,
  source: $general,
  filter: ({ dataPersist, storedEntries }) => !dataPersist || storedEntries !== generalDefaults.storedEntries,
  fn: () => ({ reloads: false }),
  target: configureRequested,
})
sample({
  clock: settingApplied.filterMap(({ key }) =>
    key === 'dataPersist' || key === 'storedEntries' ? { reloads: key === 'dataPersist' } : undefined,
  ),
  target: configureRequested,
})
