import { commandCall, defineCalls, z } from '../../src/plugin-api/manifest.ts'

const spent = z.object({ entries: z.number(), tokens: z.number() })

/** What the pane shows. */
export const status = z.object({
  /** Whose model it is; null: none is set up. */
  service: z.enum(['own', 'server']).nullable(),
  model: z.string(),
  /** Entries that can be compared. */
  entries: z.number(),
  /** Older ones are still to be read. */
  isBehind: z.boolean(),
  /** The service has asked to wait until then, ms since 1970. */
  waitUntil: z.number().nullable(),
  today: spent,
  /** Of the last thirty days. */
  month: spent,
})
export type Status = z.output<typeof status>

export const calls = defineCalls({
  status: { input: z.object({}), output: status },
  /** Deletes all that was computed; what is spent stays counted. */
  forget: { input: z.object({}), output: z.object({}) },
  check: commandCall,
})
