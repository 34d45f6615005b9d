/** Types of follow.db's rows, for the modules above the model. */
export type {
  EntryHead,
  JournalMark,
  LocalFeed,
  LocalSubscription,
  OutboxRow,
  SearchHit,
  TimelineAsk,
} from '../local/calls.ts'
