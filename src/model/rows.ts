/** Rows as follow.db keeps them, for those above the model that draw them. */
export type {
  EntryHead,
  JournalMark,
  LocalFeed,
  LocalSubscription,
  OutboxRow,
  SearchHit,
  TimelineAsk,
} from '../local/calls.ts'
