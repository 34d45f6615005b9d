import { definePlugin, z } from '../../src/plugin-api/manifest.ts'

export default definePlugin({
  id: 'digests',
  version: '1.0.0',
  api: '1.12',
  enabledBy: 'enableDigests',
  settings: z.object({ enableDigests: z.boolean().default(false) }),
  secrets: [],
  permissions: ['entries:read', 'jobs', 'mail:self', 'public'],
  jobs: { send: { everyMinutes: 15 } },
})
