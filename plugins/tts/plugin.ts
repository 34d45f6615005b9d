import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'tts',
  version: '1.0.0',
  api: '1.2',
  enabledBy: 'enableTts',
  settings: z.object({ enableTts: z.boolean().default(false) }),
  readerSettings: z.object({ voice: z.string().trim().max(200) }),
  secrets: [],
  permissions: ['entries:read'],
})
