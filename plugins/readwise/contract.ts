import { defineCalls, saveCall, z } from '../../src/plugin-api/manifest.ts'

export const calls = defineCalls({
  save: saveCall,
  check: { input: z.object({}), output: z.object({}) },
})
