import { z } from 'zod'
import { envelope, isoTime, profileUser } from './shapes.ts'
import { powerAmount } from './wallets.ts'
import type { Call } from './call.ts'

export const boostsCalls = {
  'boosts.get': {
    input: z.object({ feedId: z.string() }),
    output: envelope(
      z.object({
        level: z.number(),
        /** Whole POWER. */
        monthlyBoostCost: z.number(),
        /** Users who boost the feed now. */
        boostCount: z.number(),
        remainingBoostsToLevelUp: z.number(),
        /** The caller's own. */
        lastValidBoost: z.object({ hash: z.string().nullable(), expiresAt: isoTime }).nullable(),
      }),
    ),
  },
  'boosts.boosters': {
    input: z.object({ feedId: z.string() }),
    output: envelope(z.array(profileUser)),
  },
  'boosts.create': {
    input: z.object({ feedId: z.string(), amount: powerAmount, TOTPCode: z.string().optional() }),
    output: envelope(z.object({ expiresAt: isoTime, transactionHash: z.string() })),
  },
} as const satisfies Record<string, Call>
