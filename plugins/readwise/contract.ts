import { defineCalls, saveCall, z } from '../../src/plugin-api/manifest.ts'

export const calls = defineCalls({
  save: saveCall,
  /** Of one entry, or all. */
  highlights: {
    input: z.object({ entryId: z.string().optional() }),
    output: z.object({ count: z.number() }),
  },
  check: { input: z.object({}), output: z.object({}) },
})
