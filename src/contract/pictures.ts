import { z } from 'zod'
import { envelope } from './shapes.ts'
import type { Call } from './call.ts'

/** Which pictures the reader loads through the server (IMAGE_PROXY); `insecure`: those without TLS. */
export const imageProxy = z.enum(['off', 'insecure', 'all'])
export type ImageProxy = z.infer<typeof imageProxy>

export const picturesCalls = {
  /** ours: paths on this server for addresses of pictures, by address; without those that the server does not serve. */
  'pictures.sign': {
    broadcast: false,
    input: z.object({
      urls: z.array(z.string().max(4096)).max(200),
      /** Also those that the browser loads itself: it may show them, but not read them for an export. */
      every: z.boolean().optional(),
    }),
    output: envelope(z.record(z.string(), z.string())),
  },
} as const satisfies Record<string, Call>
