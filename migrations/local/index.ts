/** Every step of the browser's schema, in order. A step is frozen once shipped: add, never edit. */
import * as feeds from './0001-feeds.ts'
import * as subscriptions from './0002-subscriptions.ts'
import * as inboxes from './0003-inboxes.ts'
import * as lists from './0004-lists.ts'
import * as unread from './0005-unread.ts'
import * as users from './0006-users.ts'
import * as entries from './0007-entries.ts'
import * as entryContents from './0008-entry-contents.ts'
import * as entryStatus from './0009-entry-status.ts'
import * as statusByTime from './0010-status-by-time.ts'
import * as statusUnreadByTime from './0011-status-unread-by-time.ts'
import * as statusByFeed from './0012-status-by-feed.ts'
import * as statusUnreadByFeed from './0013-status-unread-by-feed.ts'
import * as collections from './0014-collections.ts'
import * as collectionsByView from './0015-collections-by-view.ts'
import * as summaries from './0016-summaries.ts'
import * as translations from './0017-translations.ts'
import * as images from './0018-images.ts'
import * as settings from './0019-settings.ts'
import * as meta from './0020-meta.ts'
import * as outbox from './0021-outbox.ts'
import * as journal from './0022-journal.ts'
import * as journalByTime from './0023-journal-by-time.ts'
import * as entrySearch from './0024-entry-search.ts'
import * as entriesSearchId from './0025-entries-search-id.ts'
import * as entriesUnindexed from './0026-entries-unindexed.ts'
import * as subscriptionsByFeed from './0027-subscriptions-by-feed.ts'
import * as outboxFlipped from './0028-outbox-flipped.ts'
import * as statusPending from './0029-status-pending.ts'
import * as collectionsPending from './0030-collections-pending.ts'
import * as entryTexts from './0031-entry-texts.ts'
import * as journalChanges from './0032-journal-changes.ts'
import * as journalCommand from './0033-journal-command.ts'
import * as stories from './0034-stories.ts'
import * as subscriptionsHidden from './0035-subscriptions-hidden.ts'
import * as entryLabels from './0036-entry-labels.ts'
import * as highlights from './0037-highlights.ts'
import * as readingTimes from './0038-reading-times.ts'
import * as pendingEffects from './0039-pending-effects.ts'

export const localMigrations = {
  '0001-feeds': feeds,
  '0002-subscriptions': subscriptions,
  '0003-inboxes': inboxes,
  '0004-lists': lists,
  '0005-unread': unread,
  '0006-users': users,
  '0007-entries': entries,
  '0008-entry-contents': entryContents,
  '0009-entry-status': entryStatus,
  '0010-status-by-time': statusByTime,
  '0011-status-unread-by-time': statusUnreadByTime,
  '0012-status-by-feed': statusByFeed,
  '0013-status-unread-by-feed': statusUnreadByFeed,
  '0014-collections': collections,
  '0015-collections-by-view': collectionsByView,
  '0016-summaries': summaries,
  '0017-translations': translations,
  '0018-images': images,
  '0019-settings': settings,
  '0020-meta': meta,
  '0021-outbox': outbox,
  '0022-journal': journal,
  '0023-journal-by-time': journalByTime,
  '0024-entry-search': entrySearch,
  '0025-entries-search-id': entriesSearchId,
  '0026-entries-unindexed': entriesUnindexed,
  '0027-subscriptions-by-feed': subscriptionsByFeed,
  '0028-outbox-flipped': outboxFlipped,
  '0029-status-pending': statusPending,
  '0030-collections-pending': collectionsPending,
  '0031-entry-texts': entryTexts,
  '0032-journal-changes': journalChanges,
  '0033-journal-command': journalCommand,
  '0034-stories': stories,
  '0035-subscriptions-hidden': subscriptionsHidden,
  '0036-entry-labels': entryLabels,
  '0037-highlights': highlights,
  '0038-reading-times': readingTimes,
  '0039-pending-effects': pendingEffects,
}
