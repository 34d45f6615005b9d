/** Pushes to devices (wire-contract 19). */
import { z } from 'zod'
import { done, envelope } from './shapes.ts'
import type { Call } from './call.ts'

const channel = z.enum(['macos', 'windows', 'linux', 'ios', 'android', 'web', 'desktop'])
export type Channel = z.infer<typeof channel>

/** The payload on a device; every field is text. A click opens /timeline/view-{view}/{feedId}/{entryId}. */
export const pushMessage = z.object({
  data: z.object({
    type: z.literal('new-entry'),
    title: z.string(),
    description: z.string(),
    entryId: z.string(),
    feedId: z.string(),
    view: z.string(),
  }),
})
export type PushMessage = z.infer<typeof pushMessage>

export const messagingCalls = {
  'messaging.list': {
    input: z.object({}),
    output: envelope(z.array(z.object({ userId: z.string().nullable(), token: z.string(), channel }))),
  },
  /** `token`: for a browser its PushSubscription as JSON text, created with the key of messaging.key. */
  'messaging.add': { input: z.object({ token: z.string().min(1).max(4096), channel }), output: done },
  'messaging.remove': {
    /** Ours: `token` names one device; without it all of the channel are removed. */
    input: z.object({ channel, token: z.string().optional() }),
    output: done,
  },
  'messaging.test': {
    broadcast: false,
    input: z.object({ channel: channel.optional() }),
    output: done,
    alsoGet: true,
    effects: true,
  },
  /** ours: the VAPID key that a browser subscribes with (RFC 8292). */
  'messaging.key': { input: z.object({}), output: envelope(z.object({ publicKey: z.string() })) },
} as const satisfies Record<string, Call>
