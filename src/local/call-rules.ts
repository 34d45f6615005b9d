/** The rules of each call: what it changes, and what may be cached. */
import type { LocalCallName, Resource } from './calls.ts'

/** What page and worker need to know of a call. */
export type CallRules = {
  /** Leaves the database as it is. */
  readonly reads?: true
  /** The resources that other tabs are notified of when the call has written anything. */
  readonly changes?: readonly Resource[]
  /** The calling tab shows the change of the entries and the journal already and is not notified of it. */
  readonly callerShowsEntries?: true
  /** Stores what the server sent, most of which is stored already: it is a change only if it writes. */
  readonly mayChangeNothing?: true
  /** Every start makes this call. Its result is in the start-up cache. */
  readonly cacheAtStart?: true
  /** A start makes this call, but its list can be drawn without the result. */
  readonly afterStart?: true
  /** A longer argument is processed in several transactions, so that other calls need not wait for all of it. */
  readonly batchSize?: number
}
export const callRules: { readonly [N in LocalCallName]: CallRules } = {
  'user.take': { changes: ['user'], mayChangeNothing: true },
  'user.begin': {
    changes: ['user', 'subscriptions', 'unread', 'entries'],
    callerShowsEntries: true,
    mayChangeNothing: true,
  },
  'user.get': { reads: true, cacheAtStart: true },
  'users.put': { mayChangeNothing: true },
  'users.get': { reads: true },
  'meta.get': { reads: true, cacheAtStart: true },
  'meta.set': {},
  'pluginBundle.get': { reads: true },
  // It is not in the start-up cache, which stays valid.
  'pluginBundle.put': { mayChangeNothing: true },
  'subscriptions.replace': { changes: ['subscriptions'], mayChangeNothing: true },
  'subscriptions.all': { reads: true, cacheAtStart: true },
  'feeds.put': { changes: ['subscriptions'], mayChangeNothing: true },
  'feeds.statistics': { reads: true },
  'unread.replace': { changes: ['unread'], mayChangeNothing: true },
  'unread.put': { changes: ['unread'] },
  'unread.all': { reads: true, cacheAtStart: true },
  'entries.put': {
    changes: ['entries'],
    callerShowsEntries: true,
    mayChangeNothing: true,
    batchSize: 500,
  },
  'entries.heads': { reads: true, afterStart: true },
  'entries.body': { reads: true },
  'entries.bodies': { reads: true },
  'entries.putContents': { changes: ['entries'], batchSize: 500 },
  'entries.putReadability': { changes: ['entries'] },
  'entries.withoutContent': { reads: true },
  'summaries.get': { reads: true },
  'summaries.put': {},
  'translations.get': { reads: true },
  'translations.put': {},
  'entries.search': { reads: true },
  'entries.query': { reads: true },
  'entries.queryCount': { reads: true },
  'entries.snippets': { reads: true },
  'entries.readingTimes': { reads: true },
  'entries.readingCandidates': { reads: true },
  'episodes.get': { reads: true },
  'episodes.put': {},
  'episodes.withoutTranscript': { reads: true },
  'entries.remove': { changes: ['entries'] },
  'labels.counts': { reads: true },
  'highlights.all': { reads: true, afterStart: true },
  'highlights.put': { mayChangeNothing: true },
  'timeline.page': { reads: true },
  'timeline.unreadCounts': { reads: true },
  'outbox.all': { reads: true, cacheAtStart: true },
  'outbox.begin': { changes: ['outbox', 'entries', 'journal'], callerShowsEntries: true },
  'outbox.accepted': { changes: ['outbox', 'entries'], callerShowsEntries: true },
  'outbox.refused': { changes: ['outbox', 'entries'] },
  'outbox.heard': { changes: ['entries'], callerShowsEntries: true },
  'journal.add': { changes: ['journal'], callerShowsEntries: true },
  'journal.newest': { reads: true, afterStart: true },
  'journal.marksOf': { reads: true },
  'journal.undo': { changes: ['journal'], callerShowsEntries: true },
  'journal.redo': { changes: ['journal'], callerShowsEntries: true },
  'journal.revise': { changes: ['journal'], callerShowsEntries: true },
  'journal.remove': { changes: ['journal'], callerShowsEntries: true },
  'settings.all': { reads: true, cacheAtStart: true },
  'settings.put': { changes: ['settings'] },
  'images.put': {},
  'images.get': { reads: true },
  'answers.all': { reads: true },
  'database.export': { reads: true },
  'database.reset': { changes: ['entries', 'subscriptions', 'unread', 'outbox', 'settings', 'user'] },
  'database.configure': {},
}
