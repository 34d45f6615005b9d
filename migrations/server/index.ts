/** Every step of the server's schema, in order. A step is frozen once shipped: add, never edit. */
import * as counts from './0014-counts.ts'
import * as marks from './0017-marks.ts'
import * as quietFetches from './0018-quiet-fetches.ts'
import * as leanMarks from './0019-lean-marks.ts'
import * as marksByPerson from './0020-marks-by-person.ts'
import * as hashedSessions from './0024-hashed-sessions.ts'
import * as entryTexts from './0026-entry-texts.ts'
import * as entryTextsIndex from './0027-entry-texts-index.ts'
import * as guidsWithoutTracking from './0053-guids-without-tracking.ts'
import * as boundedRewrites from './0054-bounded-rewrites.ts'
import * as followedFeeds from './0068-followed-feeds.ts'
import * as sharedFolders from './0069-shared-folders.ts'
import * as spokenTexts from './0070-spoken-texts.ts'
import * as feedSchedule from './0071-feed-schedule.ts'
import { smallSteps } from './small-steps.ts'
import { inOrder, tableSteps } from './tables.ts'

export const serverMigrations = inOrder({
  // Those without code of their own.
  ...tableSteps,
  ...smallSteps,
  '0014-counts': counts,
  '0017-marks': marks,
  '0018-quiet-fetches': quietFetches,
  '0019-lean-marks': leanMarks,
  '0020-marks-by-person': marksByPerson,
  '0024-hashed-sessions': hashedSessions,
  '0026-entry-texts': entryTexts,
  '0027-entry-texts-index': entryTextsIndex,
  '0053-guids-without-tracking': guidsWithoutTracking,
  '0054-bounded-rewrites': boundedRewrites,
  '0068-followed-feeds': followedFeeds,
  '0069-shared-folders': sharedFolders,
  '0070-spoken-texts': spokenTexts,
  '0071-feed-schedule': feedSchedule,
})
