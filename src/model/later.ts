/** Loads the subjects that the first list does not need: `laterLoaded` then starts them, unless a feature has loaded them before. */
import './highlights/index.ts'
import './start/offline-prefetch.ts'
