import { defineCalls, z } from '../../src/plugin-api/manifest.ts'

export const calls = defineCalls({
  save: {
    input: z.object({ entryId: z.string() }),
    /** `url` opens the saved document; `again` says that it had been saved before. */
    output: z.object({ url: z.url(), again: z.boolean() }),
  },
  check: { input: z.object({}), output: z.object({}) },
})
