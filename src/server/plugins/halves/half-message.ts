/** Messages of an installed server half to the server: untrusted, any text may arrive. */
import { z } from 'zod'

const values = z.record(z.string().max(100), z.union([z.string().max(1000), z.number()]))

export const halfMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask'), id: z.number().int(), name: z.string().max(40), input: z.unknown() }),
  z.object({ type: z.literal('log'), message: z.string().max(500) }),
  z.object({ type: z.literal('returned'), output: z.unknown() }),
  z.object({
    type: z.literal('refused'),
    text: z.object({
      key: z.string().min(1).max(200),
      values: values.optional(),
      reason: z.string().max(1000).optional(),
    }),
  }),
  z.object({ type: z.literal('threw'), message: z.string().max(1000) }),
])
export type HalfMessage = z.infer<typeof halfMessage>
