import { z } from 'zod'
import type { Call } from './call.ts'
import { envelope, orNothing, webAddress } from './shapes.ts'

/** The value of a header: visible ASCII and spaces. */
const headerValue = z.string().regex(/^[\x20-\x7e]*$/, 'This has to be printable ASCII.')
/** An empty text means none. */
const optional = (schema: z.ZodType<string, string>) =>
  schema.nullable().transform((text) => text?.trim() || null)

/** A password in an address would be stored and given out with it. */
const proxyAddress = webAddress
  .max(1024)
  .refine((address) => !address.includes('@'), { error: 'This has to be without a name and a password.' })

/**
 * How the server requests a feed for one user. Such a feed is the user's own: nobody else sees what is fetched, and what
 * others fetch from the same address is another feed.
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
  /** Secrets are never given out: only whether there are any. */
  'feedRequests.get': {
    input: z.object({ id: z.string() }),
    output: envelope(feedRequest.extend({ hasPassword: z.boolean(), hasCookie: z.boolean() })),
  },
  /**
   * Of a feed that the user follows. The first call makes a feed of the user's own, which the subscription goes over to
   * with its settings.
   * An absent secret stays as it is; null removes it.
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
