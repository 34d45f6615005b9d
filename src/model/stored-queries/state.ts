/** The stored responses of an earlier page. Apart from the rest, which loads after the start. */
import { attach, sample } from 'effector'
import { userDataCleared } from '../app/events.ts'
import { $services } from '../services.ts'

/** In localStorage (client-facts 2). */
export const STORED_QUERIES_KEY = 'follow:REACT_QUERY_OFFLINE_CACHE'

const clearFx = attach({
  source: $services,
  effect: ({ storage }) => storage.removeItem(STORED_QUERIES_KEY),
})
sample({ clock: userDataCleared, target: clearFx })
