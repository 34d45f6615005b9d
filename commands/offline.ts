/** Taking the entries of a query along, to read and hear them without a connection. */
import { $location } from '../src/model/index.ts'
import { dialogOpened } from '../src/model/layout/index.ts'
import { offlineFilesRemovalRequested, takeAlongStopped } from '../src/model/offline/events.ts'
import { commandGroup, trigger, triggerFrom } from './define-command.ts'

const DEFAULT_QUERY = 'is:starred'
/** The query of what is shown, where it has one. */
const $query = $location.map(({ source }) => (source.kind === 'search' ? source.query : DEFAULT_QUERY))

export const offlineCommands = commandGroup('offline', {
  'take-along': {
    kind: 'view',
    icon: 'download',
    run: triggerFrom($query, dialogOpened, (query) => ({ id: 'take-along', props: { query } }) as const),
  },
  stop: { kind: 'change', run: trigger(takeAlongStopped, () => {}) },
  remove: { kind: 'change', icon: 'delete', run: trigger(offlineFilesRemovalRequested, () => {}) },
})
