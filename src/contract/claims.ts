import { z } from 'zod'
import { done, envelope, feed } from './shapes.ts'
import type { Call } from './call.ts'

/** Proving that a feed is one's own: by its newest items, its description or an element (wire-contract 9). */
export const claimsCalls = {
  'feeds.claimMessage': {
    input: z.object({ feedId: z.string() }),
    output: envelope(
      z.object({ content: z.string(), description: z.string(), json: z.string(), xml: z.string() }),
    ),
  },
  'feeds.claimChallenge': { input: z.object({ feedId: z.string() }), output: done },
  'feeds.claimList': {
    input: z.object({}),
    output: envelope(
      z.array(
        z.object({
          feed,
          subscriptionCount: z.number(),
          /** What the feed was tipped, before tax; 0 where no plugin has tips. */
          tipAmount: z.number(),
        }),
      ),
    ),
  },
} as const satisfies Record<string, Call>
