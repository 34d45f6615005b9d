import type { TimelineAsk } from '../../local/index.ts'

/** For tests: the query of a start's list. */
export const list: TimelineAsk = {
  of: { feedIds: ['tea'] },
  unreadOnly: true,
  after: null,
  limit: 200,
  heads: 40,
}
