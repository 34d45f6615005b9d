import { z } from 'zod'
import type { Call } from './call.ts'
import { envelope, orNothing, webAddress } from './shapes.ts'

/** The value of a header: visible ASCII and spaces. */
const headerValue = z.string().regex(/^[\x20-\x7e]*$/, 'This has to be printable ASCII.')
/** An empty text means none. */
const optional = (schema: z.ZodType<string, string>) =>
  schema.nullable().transform((text) => text?.trim() || null)

/** A password in an address would be stored and shown with it. */
const proxyAddress = webAddress
  .max(1024)
  .refine((address) => !address.includes('@'), { error: 'This has to be without a name and a password.' })

/**
 * How the server requests a feed for one user. Such a feed is the user's own: no other user sees what is fetched, and the
 * same address is another feed for others.
 */
export const feedRequest = z.object({
  userAgent: optional(headerValue.max(512)),
  proxy: orNothing(proxyAddress),
  username: optional(z.string().max(256)),
  /** Certificates are not checked, and secrets are also sent to http addresses. */
  allowsInsecure: z.boolean(),
  /** An entry stays as it was first stored. */
  ignoresEdits: z.boolean(),
  /** Fetched through the outside fetcher of the server, which receives nothing but the address. */
  usesFetcher: z.boolean().default(false),
})

export type FeedRequestSettings = z.output<typeof feedRequest>

export const feedRequestsCalls = {
  /** Secrets are never sent, only whether there are any. */
  'feedRequests.get': {
    input: z.object({ id: z.string() }),
    output: envelope(feedRequest.extend({ hasPassword: z.boolean(), hasCookie: z.boolean() })),
  },
  /**
   * Of a feed that the user follows. The first call creates a feed of the user's own, to which the subscription moves
   * with its settings.
   * An absent secret is unchanged; null removes it.
   */
  'feedRequests.update': {
    input: feedRequest.extend({
      id: z.string(),
      password: z.string().min(1).max(1024).nullish(),
      cookie: headerValue.min(1).max(8192).nullish(),
    }),
    output: envelope(z.object({ feedId: z.string() })),
  },
} as const satisfies Record<string, Call>
