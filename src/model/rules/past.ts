import { createEvent, sample } from 'effector'
import { countsRequested, subscriptionsRequested } from '../subscriptions/events.ts'
import { localRowsAdded } from '../timeline/open.ts'

/** A run over the past has ended or was undone: stars, marks and hidden entries are others now. */
export const pastChanged = createEvent()
sample({ clock: pastChanged, target: [countsRequested, subscriptionsRequested, localRowsAdded] })
