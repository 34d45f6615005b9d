import type { TimelineAsk } from './calls.ts'

/** For tests: a list as a start asks for it. */
export const list: TimelineAsk = {
  of: { feedIds: ['tea'] },
  unreadOnly: true,
  after: null,
  limit: 200,
  heads: 40,
}
