import { defineCalls, saveCall, z } from '../../src/plugin-api/manifest.ts'

export const calls = defineCalls({
  save: saveCall,
  greet: { input: z.object({}), output: z.object({ name: z.string() }) },
})
