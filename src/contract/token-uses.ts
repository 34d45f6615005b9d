/** What apps did with app passwords that have scopes, and the server by a user's settings. */
import { z } from 'zod'
import type { Call } from './call.ts'
import { done, envelope, isoTime } from './shapes.ts'

/**
 * `mcp`: as an assistant. `sync`: as another reader. `api`: as any other program. `ageing`: no app, but the server, by the
 * user's setting for a feed (unread-days.ts); `token` is then the title of the feed. `plugin`: a plugin by a rule; `token` is
 * then its id.
 */
const tokenEntrances = ['api', 'mcp', 'sync', 'ageing', 'plugin'] as const
export type TokenEntrance = (typeof tokenEntrances)[number]

const tokenUse = z.object({
  id: z.string(),
  /** The name of the app password; it may be deleted by now. */
  token: z.string(),
  entrance: z.enum(tokenEntrances),
  /** The call of the contract, or the id of the plugin's command that was run. */
  call: z.string(),
  /** Number of entries or feeds changed; of a call that only reads, how often it was sent within an hour. */
  count: z.number(),
  /** `never`: nothing was changed, or the change cannot be undone. */
  undo: z.enum(['possible', 'done', 'never']),
  /** The latest time. */
  at: isoTime,
})
export type TokenUse = z.infer<typeof tokenUse>

export const tokenUsesCalls = {
  /** The newest first, of the last 30 days. `changes`: only what was changed. */
  'tokenUses.list': {
    input: z.object({
      changes: z.stringbool().optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    output: envelope(z.array(tokenUse)),
  },
  /** The devices of the user receive the calls that undo it. */
  'tokenUses.undo': { input: z.object({ id: z.string() }), output: done, broadcast: false },
} satisfies Record<string, Call>
