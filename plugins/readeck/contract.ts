import { defineCalls, saveCall, z } from '../../src/plugin-api/manifest.ts'

const bookmark = z.object({ title: z.string(), detail: z.string(), url: z.url() })

export const calls = defineCalls({
  save: saveCall,
  search: { input: z.object({ words: z.string().max(500) }), output: z.array(bookmark) },
})
