/** Every step of the server's schema, in order. A step is frozen once shipped: add, never edit. */
import * as accounts from './0001-accounts.ts'
import * as feeds from './0002-feeds.ts'
import * as reading from './0003-reading.ts'
import * as work from './0004-work.ts'
import * as manners from './0005-manners.ts'
import * as people from './0006-people.ts'
import * as listsAndInboxes from './0007-lists-and-inboxes.ts'
import * as actions from './0008-actions.ts'
import * as modelsAndRsshub from './0009-models-and-rsshub.ts'
import * as appPasswords from './0010-app-passwords.ts'
import * as syncNumbers from './0011-sync-numbers.ts'
import * as power from './0012-power.ts'
import * as standing from './0013-standing.ts'
import * as counts from './0014-counts.ts'
import * as timelineIndex from './0015-timeline-index.ts'
import * as feedIcons from './0016-feed-icons.ts'
import * as marks from './0017-marks.ts'
import * as quietFetches from './0018-quiet-fetches.ts'
import * as leanMarks from './0019-lean-marks.ts'
import * as marksByPerson from './0020-marks-by-person.ts'
import * as failedAttempts from './0021-failed-attempts.ts'
import * as privateFeeds from './0022-private-feeds.ts'
import * as sealedAnswers from './0023-sealed-answers.ts'
import * as hashedSessions from './0024-hashed-sessions.ts'
import * as unconfirmedAccounts from './0025-unconfirmed-accounts.ts'
import * as entryTexts from './0026-entry-texts.ts'
import * as entryTextsIndex from './0027-entry-texts-index.ts'
import * as positions from './0028-positions.ts'
import * as leases from './0029-leases.ts'
import * as saves from './0030-saves.ts'
import * as installedPlugins from './0031-installed-plugins.ts'
import * as tokenScopes from './0032-token-scopes.ts'
import * as authorizationCodes from './0033-authorization-codes.ts'
import * as tokenUses from './0034-token-uses.ts'
import * as feedRequests from './0035-feed-requests.ts'
import * as labels from './0036-labels.ts'
import * as pluginJobs from './0037-plugin-jobs.ts'
import * as backups from './0038-backups.ts'
import * as retention from './0039-retention.ts'
import * as highlights from './0040-highlights.ts'
import * as ruleSaves from './0041-rule-saves.ts'
import * as ruleProblems from './0042-rule-problems.ts'
import * as readingTimes from './0043-reading-times.ts'
import * as agedEntries from './0044-aged-entries.ts'
import * as pluginActions from './0045-plugin-actions.ts'
import * as pluginHalves from './0046-plugin-halves.ts'
import * as ownRetention from './0047-own-retention.ts'
import * as entryDeletions from './0048-entry-deletions.ts'
import * as outsideFetcher from './0049-outside-fetcher.ts'
import * as storyKeys from './0050-story-keys.ts'
import * as pluginActionOperands from './0051-plugin-action-operands.ts'
import * as jobRuns from './0052-job-runs.ts'
import * as guidsWithoutTracking from './0053-guids-without-tracking.ts'
import * as boundedRewrites from './0054-bounded-rewrites.ts'
import * as pluginEvents from './0055-plugin-events.ts'
import * as pluginOutcomes from './0056-plugin-outcomes.ts'
import * as mailAddresses from './0057-mail-addresses.ts'
import * as pluginSignIns from './0058-plugin-sign-ins.ts'
import * as dueFeeds from './0059-due-feeds.ts'
import * as episodeFiles from './0060-episode-files.ts'
import * as queuedTracks from './0061-queued-tracks.ts'
import * as pageTexts from './0062-page-texts.ts'
import * as threadLooks from './0063-thread-looks.ts'
import * as awaitedEntries from './0064-awaited-entries.ts'
import * as publications from './0065-publications.ts'
import * as pluginCatalogues from './0066-plugin-catalogues.ts'
import * as pluginVersions from './0067-plugin-versions.ts'
import * as followedFeeds from './0068-followed-feeds.ts'
import * as sharedFolders from './0069-shared-folders.ts'
import * as spokenTexts from './0070-spoken-texts.ts'

export const serverMigrations = {
  '0001-accounts': accounts,
  '0002-feeds': feeds,
  '0003-reading': reading,
  '0004-work': work,
  '0005-manners': manners,
  '0006-people': people,
  '0007-lists-and-inboxes': listsAndInboxes,
  '0008-actions': actions,
  '0009-models-and-rsshub': modelsAndRsshub,
  '0010-app-passwords': appPasswords,
  '0011-sync-numbers': syncNumbers,
  '0012-power': power,
  '0013-standing': standing,
  '0014-counts': counts,
  '0015-timeline-index': timelineIndex,
  '0016-feed-icons': feedIcons,
  '0017-marks': marks,
  '0018-quiet-fetches': quietFetches,
  '0019-lean-marks': leanMarks,
  '0020-marks-by-person': marksByPerson,
  '0021-failed-attempts': failedAttempts,
  '0022-private-feeds': privateFeeds,
  '0023-sealed-answers': sealedAnswers,
  '0024-hashed-sessions': hashedSessions,
  '0025-unconfirmed-accounts': unconfirmedAccounts,
  '0026-entry-texts': entryTexts,
  '0027-entry-texts-index': entryTextsIndex,
  '0028-positions': positions,
  '0029-leases': leases,
  '0030-saves': saves,
  '0031-installed-plugins': installedPlugins,
  '0032-token-scopes': tokenScopes,
  '0033-authorization-codes': authorizationCodes,
  '0034-token-uses': tokenUses,
  '0035-feed-requests': feedRequests,
  '0036-labels': labels,
  '0037-plugin-jobs': pluginJobs,
  '0038-backups': backups,
  '0039-retention': retention,
  '0040-highlights': highlights,
  '0041-rule-saves': ruleSaves,
  '0042-rule-problems': ruleProblems,
  '0043-reading-times': readingTimes,
  '0044-aged-entries': agedEntries,
  '0045-plugin-actions': pluginActions,
  '0046-plugin-halves': pluginHalves,
  '0047-own-retention': ownRetention,
  '0048-entry-deletions': entryDeletions,
  '0049-outside-fetcher': outsideFetcher,
  '0050-story-keys': storyKeys,
  '0051-plugin-action-operands': pluginActionOperands,
  '0052-job-runs': jobRuns,
  '0053-guids-without-tracking': guidsWithoutTracking,
  '0054-bounded-rewrites': boundedRewrites,
  '0055-plugin-events': pluginEvents,
  '0056-plugin-outcomes': pluginOutcomes,
  '0057-mail-addresses': mailAddresses,
  '0058-plugin-sign-ins': pluginSignIns,
  '0059-due-feeds': dueFeeds,
  '0060-episode-files': episodeFiles,
  '0061-queued-tracks': queuedTracks,
  '0062-page-texts': pageTexts,
  '0063-thread-looks': threadLooks,
  '0064-awaited-entries': awaitedEntries,
  '0065-publications': publications,
  '0066-plugin-catalogues': pluginCatalogues,
  '0067-plugin-versions': pluginVersions,
  '0068-followed-feeds': followedFeeds,
  '0069-shared-folders': sharedFolders,
  '0070-spoken-texts': spokenTexts,
}
