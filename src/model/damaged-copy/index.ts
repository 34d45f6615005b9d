/** Downloads the copy of a local database that had to be rebuilt. */
import { attach, createEvent, sample } from 'effector'
import { infoNotified } from '../app/events.ts'
import { notifyFailures } from '../app/notify-failures.ts'
import { $services } from '../services.ts'

export const damagedCopyRequested = createEvent()

const downloadFx = attach({
  source: $services,
  effect: async ({ platform }) => {
    const files = (await platform.damagedCopy?.()) ?? []
    for (const file of files) platform.download(file.name, file)
    return files.length
  },
})
sample({ clock: damagedCopyRequested, target: downloadFx })
sample({
  clock: downloadFx.doneData.filter({ fn: (count) => count === 0 }),
  fn: () => ({ key: 'app:database.noCopy' }),
  target: infoNotified,
})
notifyFailures(downloadFx.failData, { key: 'app:database.noCopy' })
