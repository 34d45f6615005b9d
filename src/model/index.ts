export * from './app/index.ts'
export * from './browser-actions/index.ts'
export * from './entries/index.ts'
export * from './feed-checks/index.ts'
export * from './highlights/index.ts'
export * from './hints/index.ts'
export * from './journal/index.ts'
export * from './keys/index.ts'
export * from './jumps/index.ts'
export * from './labels/index.ts'
export * from './layout/index.ts'
import './live/index.ts'
export * from './network/index.ts'
export * from './outbox/index.ts'
export * from './palette/index.ts'
export * from './location/index.ts'
export * from './reads/index.ts'
export * from './reading-list/index.ts'
export * from './recents/index.ts'
import './search/search-counts.ts'
import './search/search-timeline.ts'
export * from './search/saved-searches.ts'
export * from './selection/index.ts'
export * from './services.ts'
export * from './session/index.ts'
export * from './settings/index.ts'
export * from './start/index.ts'
export * from './stars/index.ts'
import './stored-queries/state.ts'
export * from './subscriptions/index.ts'
export * from './timeline/index.ts'

/** Rows as follow.db keeps them, for those above who draw them. */
export type {
  EntryHead,
  JournalMark,
  LocalFeed,
  LocalSubscription,
  OutboxRow,
  SearchHit,
  TimelineAsk,
} from '../local/calls.ts'
export { asApiError } from '../api/index.ts'
