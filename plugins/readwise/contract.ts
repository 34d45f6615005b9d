import { commandCall, defineCalls, saveCall, z } from '../../src/plugin-api/manifest.ts'

export const calls = defineCalls({
  save: saveCall,
  /** Of one entry, or all. */
  highlights: {
    input: z.object({ entryId: z.string().optional() }),
    output: commandCall.output,
  },
  check: commandCall,
})
