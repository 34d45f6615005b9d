import { defineCalls, z } from '../../src/plugin-api/manifest.ts'

export const calls = defineCalls({
  greet: { input: z.object({}), output: z.object({ name: z.string() }) },
})
