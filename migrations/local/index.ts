/** Every step of the browser's schema, in order. A step is frozen once shipped: add, never edit. */
import { firstSteps } from './first-steps.ts'
import * as entryTexts from './0031-entry-texts.ts'
import * as journalChanges from './0032-journal-changes.ts'
import * as journalCommand from './0033-journal-command.ts'
import * as stories from './0034-stories.ts'
import * as subscriptionsHidden from './0035-subscriptions-hidden.ts'
import * as entryLabels from './0036-entry-labels.ts'
import * as highlights from './0037-highlights.ts'
import * as readingTimes from './0038-reading-times.ts'
import * as pendingEffects from './0039-pending-effects.ts'
import * as episodeFiles from './0040-episode-files.ts'
import * as spokenTexts from './0041-spoken-texts.ts'

export const localMigrations = {
  ...firstSteps,
  '0031-entry-texts': entryTexts,
  '0032-journal-changes': journalChanges,
  '0033-journal-command': journalCommand,
  '0034-stories': stories,
  '0035-subscriptions-hidden': subscriptionsHidden,
  '0036-entry-labels': entryLabels,
  '0037-highlights': highlights,
  '0038-reading-times': readingTimes,
  '0039-pending-effects': pendingEffects,
  '0040-episode-files': episodeFiles,
  '0041-spoken-texts': spokenTexts,
}
