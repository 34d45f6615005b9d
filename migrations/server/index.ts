import * as accounts from './0001-accounts.ts'
import * as feeds from './0002-feeds.ts'
import * as reading from './0003-reading.ts'
import * as people from './0006-people.ts'
import * as listsAndInboxes from './0007-lists-and-inboxes.ts'
import * as actions from './0008-actions.ts'
import * as modelsAndRsshub from './0009-models-and-rsshub.ts'
import * as power from './0012-power.ts'
import * as standing from './0013-standing.ts'
import * as counts from './0014-counts.ts'
import * as marks from './0017-marks.ts'
import * as quietFetches from './0018-quiet-fetches.ts'
import * as leanMarks from './0019-lean-marks.ts'
import * as marksByPerson from './0020-marks-by-person.ts'
import * as privateFeeds from './0022-private-feeds.ts'
import * as hashedSessions from './0024-hashed-sessions.ts'
import * as entryTexts from './0026-entry-texts.ts'
import * as entryTextsIndex from './0027-entry-texts-index.ts'
import * as readingTimes from './0043-reading-times.ts'
import * as storyKeys from './0050-story-keys.ts'
import * as guidsWithoutTracking from './0053-guids-without-tracking.ts'
import * as boundedRewrites from './0054-bounded-rewrites.ts'
import * as followedFeeds from './0068-followed-feeds.ts'
import * as sharedFolders from './0069-shared-folders.ts'
import * as spokenTexts from './0070-spoken-texts.ts'
import { smallSteps } from './small-steps.ts'

const steps = {
  ...smallSteps,
  '0001-accounts': accounts,
  '0002-feeds': feeds,
  '0003-reading': reading,
  '0006-people': people,
  '0007-lists-and-inboxes': listsAndInboxes,
  '0008-actions': actions,
  '0009-models-and-rsshub': modelsAndRsshub,
  '0012-power': power,
  '0013-standing': standing,
  '0014-counts': counts,
  '0017-marks': marks,
  '0018-quiet-fetches': quietFetches,
  '0019-lean-marks': leanMarks,
  '0020-marks-by-person': marksByPerson,
  '0022-private-feeds': privateFeeds,
  '0024-hashed-sessions': hashedSessions,
  '0026-entry-texts': entryTexts,
  '0027-entry-texts-index': entryTextsIndex,
  '0043-reading-times': readingTimes,
  '0050-story-keys': storyKeys,
  '0053-guids-without-tracking': guidsWithoutTracking,
  '0054-bounded-rewrites': boundedRewrites,
  '0068-followed-feeds': followedFeeds,
  '0069-shared-folders': sharedFolders,
  '0070-spoken-texts': spokenTexts,
}

/** Every step of the server's schema, in order. A step is frozen once shipped: add, never edit. */
export const serverMigrations = Object.fromEntries(
  Object.entries(steps).toSorted(([one], [other]) => (one < other ? -1 : 1)),
) as typeof steps
